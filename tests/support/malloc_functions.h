// The functions that allocate memory, each of which fails when `is_to_fail()` says so. For the one
// source of a program, or of a library to preload, that has a function of that name.
#pragma once

#include <cerrno>
#include <cstddef>

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

}  // extern "C"

extern "C" {

void* malloc(std::size_t size) {
  return is_to_fail() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_realloc(block, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return is_to_fail() ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (is_to_fail()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

}  // extern "C"
