#include "support/warc_builder.h"

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <stdexcept>

namespace hrefkit::test {

namespace {

std::string deflate_with(std::string_view bytes, int window, int level) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 32, '\0');
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<Bytef const*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

}  // namespace

std::string gzip(std::string_view bytes, int level) {
  return deflate_with(bytes, MAX_WBITS + 16, level);
}

std::string gzip_repeated(std::string_view start, std::string_view piece, std::size_t count,
                          std::string_view end) {
  z_stream stream{};
  deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  // What comes after a full flush refers to nothing before it, and begins with a byte.
  const auto part = [&](std::string_view bytes, int flush) {
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 32, '\0');
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<Bytef const*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, flush);
    if (stream.avail_in != 0 || stream.avail_out == 0) throw std::runtime_error("deflate");
    out.resize(out.size() - stream.avail_out);
    return out;
  };
  const auto checksum = [](std::string_view bytes) {
    return crc32(0, reinterpret_cast<Bytef const*>(bytes.data()), static_cast<uInt>(bytes.size()));
  };
  std::string out("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
  out += part(start, Z_FULL_FLUSH);
  const std::string packed = part(piece, Z_FULL_FLUSH);
  uLong sum = checksum(start);
  const uLong sum_of_piece = checksum(piece);
  for (std::size_t i = 0; i < count; ++i) {
    out += packed;
    sum = crc32_combine(sum, sum_of_piece, static_cast<z_off_t>(piece.size()));
  }
  out += part(end, Z_FINISH);
  deflateEnd(&stream);
  sum = crc32_combine(sum, checksum(end), static_cast<z_off_t>(end.size()));
  for (const std::size_t number :
       {static_cast<std::size_t>(sum), start.size() + count * piece.size() + end.size()}) {
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 0xFF);
  }
  return out;
}

std::string gunzip(std::string_view bytes) {
  std::string out;
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<Bytef const*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string room(100'000, '\0');
  for (int result = Z_OK; stream.avail_in != 0 || stream.avail_out == 0;) {
    if (result == Z_STREAM_END) inflateReset(&stream);
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    result = inflate(&stream, Z_NO_FLUSH);
    out.append(room, 0, room.size() - stream.avail_out);
    if (result != Z_OK && result != Z_STREAM_END) throw std::runtime_error("gunzip");
  }
  inflateEnd(&stream);
  return out;
}

std::string zlib_deflate(std::string_view bytes) {
  return deflate_with(bytes, MAX_WBITS, 6);
}

std::string raw_deflate(std::string_view bytes) {
  return deflate_with(bytes, -MAX_WBITS, 6);
}

std::string brotli(std::string_view bytes) {
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size()) + 16;
  std::string out(size, '\0');
  if (BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_DEFAULT_MODE, bytes.size(),
                            reinterpret_cast<std::uint8_t const*>(bytes.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) == BROTLI_FALSE) {
    throw std::runtime_error("brotli");
  }
  out.resize(size);
  return out;
}

std::string zstd(std::string_view bytes, std::string_view dictionary) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  const std::size_t size =
      ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd");
  out.resize(size);
  return out;
}

std::string skippable_frame(std::string_view content, unsigned kind) {
  std::string frame{static_cast<char>(0x50 + kind), 0x2A, 0x4D, 0x18};
  for (int shift = 0; shift < 32; shift += 8) {
    frame += static_cast<char>(content.size() >> shift & 0xFF);
  }
  return frame + std::string(content);
}

std::string chunked(std::string_view body, std::size_t size) {
  std::string out;
  while (!body.empty()) {
    const std::string_view chunk = body.substr(0, size);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string length;
    for (std::size_t rest = chunk.size(); rest != 0; rest /= 16) {
      length.insert(length.begin(), digits[rest % 16]);
    }
    out += length + "\r\n" + std::string(chunk) + "\r\n";
    body.remove_prefix(chunk.size());
  }
  return out + "0\r\n\r\n";
}

std::string warc_record(RecordParts const& parts) {
  std::string const& end = parts.line_end;
  std::string record = parts.version + end + "WARC-Type: " + parts.type + end;
  if (!parts.uri.empty()) record += "WARC-Target-URI: " + parts.uri + end;
  if (!parts.date.empty()) record += "WARC-Date: " + parts.date + end;
  record += "WARC-Record-ID: <urn:uuid:0>" + end;
  if (!parts.content_type.empty()) record += "Content-Type: " + parts.content_type + end;
  record += parts.more_fields + "Content-Length: " + std::to_string(parts.block.size()) + end;
  return record + end + parts.block + end + end;
}

std::string http_response(std::vector<std::string> const& head, std::string_view body) {
  std::string message;
  for (std::string const& line : head) message += line + "\r\n";
  return message + "\r\n" + std::string(body);
}

std::string page_record(std::string const& uri, std::string_view html,
                        std::vector<std::string> const& more_head) {
  std::vector<std::string> head{"HTTP/1.1 200 OK", "Content-Type: text/html; charset=utf-8"};
  head.insert(head.end(), more_head.begin(), more_head.end());
  RecordParts parts;
  parts.uri = uri;
  parts.block = http_response(head, html);
  return warc_record(parts);
}

}  // namespace hrefkit::test
