// What the processor at hand can do beyond the one that the program is compiled for.
#pragma once

namespace hrefkit::text {

/// True where AVX2 instructions may be used. The answer is found once.
inline bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool answer = __builtin_cpu_supports("avx2") != 0;
  return answer;
#else
  return false;
#endif
}

}  // namespace hrefkit::text
