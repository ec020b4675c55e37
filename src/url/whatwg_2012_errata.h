// The evident slips of the URL Standard of 28 December 2012 (seeds/003) and the readings taken.
// The code that each row describes bears the tag ERRATUM.
#pragma once

#include <array>
#include <string_view>

namespace hrefkit::url::whatwg_2012 {

struct Erratum {
  std::string_view section;
  std::string_view text;     ///< what it says
  std::string_view reading;  ///< what is done
};

inline constexpr std::array errata{
    Erratum{"3 percent decode", "a code point becomes a byte of its value",
            "a code point becomes its UTF-8 bytes"},
    Erratum{"4.2 host parser, 3", "IDNA hell",
            "UTS #46 ToASCII, nontransitional, without STD3 rules and DNS lengths, so that the "
            "empty host stays empty"},
    Erratum{"4.2 IPv6 parser, 7.2.2", "the second \":\" of \"::\" is not stepped over",
            "the pointer is increased before the jump to Main"},
    Erratum{"4.2 IPv6 parser, 11.2", "an IPv4 part without digits counts as 0",
            "failure: it is no number"},
    Erratum{"4.2 IPv6 parser, 11.4", "the \".\" is not stepped over",
            "the pointer is increased after each of the first three numbers"},
    Erratum{"4.2 IPv6 parser, 11.6", "piece x 0x10 + value", "piece x 0x100 + value"},
    Erratum{"4.2 IPv6 parser, 11.7", "the piece pointer advances after the first and third number",
            "it advances after the second and fourth"},
    Erratum{"4.2 IPv6 parser, 11", "fewer than four numbers pass when a \".\" is last",
            "four numbers are wanted"},
    Erratum{"4.2 IPv6 parser, 12.3", "the piece is replaced by the one at compress pointer + swaps",
            "it is swapped with the one at compress pointer + swaps - 1"},
    Erratum{"4.3 IPv6 serializer, 4.1", "\"::\" is appended after the \":\" of the piece before",
            "\":\" is appended unless the compressed piece is the first"},
    Erratum{"5.2 scheme state, 2.3",
            "a file URL goes to the relative state, which takes scheme and host from any base",
            "without a file base the base is an empty file URL"},
    Erratum{"5.2 authority state, 2", "the pointer goes back by the length of the buffer",
            "it goes back to where the buffer began, tabs and newlines included"},
    Erratum{"5.2 port state", "a tab or newline is a failure", "it is skipped, as elsewhere"},
    Erratum{"5.2 relative path state, 1.1 to 1.4",
            "\"..\" empties the last segment and \".\" adds an empty one before \"/\"",
            "\"..\" removes the last segment and \".\" nothing; an empty segment follows where the "
            "input's last segment is one of them"},
    Erratum{"5.2 query state, 1.1", "the encoding is UTF-8 for URLs with the relative flag",
            "the encoding override serves URLs with the relative flag, UTF-8 the others"},
    Erratum{"5.3 URL serializer, 2.6", "only URLs with the relative flag keep their query",
            "all do"},
};

}  // namespace hrefkit::url::whatwg_2012
