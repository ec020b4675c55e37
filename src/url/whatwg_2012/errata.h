// The evident errors in the URL Standard 2012-12-28 and the readings taken. The
// code that follows a row bears the tag ERRATUM.
//
// Percent-encoded bytes (3)
//   percent decode: a code point becomes a byte of its value
//     -> a code point becomes its UTF-8 bytes
// Host parser (4.2)
//   3: "IDNA hell"
//     -> UTS #46 ToASCII, nontransitional, without STD3 rules and DNS lengths: there are no
//        forbidden code points, and the empty host stays empty
// IPv6 parser (4.2)
//   7.2.2: the second ":" of "::" is not stepped over
//     -> the pointer is increased before the jump to Main
//   11.2: an IPv4 number without digits counts as 0
//     -> it is not a number: failure
//   11.4: the "." is not stepped over
//     -> the pointer is increased after each of the first three numbers
//   11.6: piece x 0x10 + value
//     -> piece x 0x100 + value
//   11.7: the piece pointer advances after the first and the third number
//     -> it advances after the second and the fourth
//   11: "1.2.3." passes with three numbers
//     -> four numbers are wanted
//   12.3: the piece is replaced by the one at compress pointer + swaps
//     -> it is swapped with the one at compress pointer + swaps - 1
// IPv6 serializer (4.3)
//   4.1: "::" is appended after the ":" of the piece before
//     -> ":" is appended, and "::" only where the compressed piece is the first
// URL parser (5.2)
//   scheme state, 2.3: file URLs go to the relative state, which takes any base's scheme and host
//     -> without a file base the base is an empty file URL
//   authority state, 2: the pointer goes back by the length of the buffer
//     -> it goes back to where the buffer began, before tabs and newlines that were skipped
//   port state: a tab or newline is a failure
//     -> it is skipped, as elsewhere
//   relative path state, 1.1 to 1.4: "../" empties the last segment, "./" adds an empty one
//     -> ".." removes the last segment and "." adds nothing; where the segment is the last of the
//        path an empty one is appended
//   query state, 1.1: the encoding is UTF-8 for URLs with the relative flag
//     -> the encoding override serves URLs with the relative flag, UTF-8 the others
// URL serializer (5.3)
//   2.6: the query is written for URLs with the relative flag only
//     -> it is written for all
#pragma once
