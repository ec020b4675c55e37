/* What a module that carries its libraries needs, so that it asks the system for nothing that
 * glibc 2.34 does not have (self_contained.cmake). All is hidden in the module. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* ICU's code for time zones, which nobody calls, names these by addresses that only the module
 * itself can have. */
HIDDEN long timezone, __timezone;
HIDDEN int daylight, __daylight;
HIDDEN char *tzname[2], *__tzname[2];

/* Expat and Boost take random numbers from these, since glibc 2.36 has them. */
HIDDEN void arc4random_buf(void* buffer, size_t size) {
  unsigned char* to = buffer;
  while (size > 0) {
    ssize_t const given = getrandom(to, size, 0);
    if (given < 0 && errno != EINTR) __builtin_trap();
    if (given > 0) {
      to += given;
      size -= (size_t)given;
    }
  }
}

HIDDEN uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
/* libgcc looks up by this, since glibc 2.35 has it, which object has the code at an address. */
struct search {
  uintptr_t address;
  struct dl_find_object* found;
};

static int look(struct dl_phdr_info* info, size_t size, void* data) {
  struct search* const own = data;
  uintptr_t begin = UINTPTR_MAX, end = 0, frame = 0;
  int has_address = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    ElfW(Phdr) const* const part = &info->dlpi_phdr[i];
    uintptr_t const at = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) frame = at;
    if (part->p_type != PT_LOAD) continue;
    if (at < begin) begin = at;
    if (at + part->p_memsz > end) end = at + part->p_memsz;
    if (own->address >= at && own->address - at < part->p_memsz) has_address = 1;
  }
  if (!has_address || !frame) return 0;
  memset(own->found, 0, sizeof *own->found);
  own->found->dlfo_map_start = (void*)begin;
  own->found->dlfo_map_end = (void*)end;
  own->found->dlfo_eh_frame = (void*)frame;
  return 1;
}

HIDDEN int _dl_find_object(void* address, struct dl_find_object* found) {
  struct search own = {(uintptr_t)address, found};
  return dl_iterate_phdr(look, &own) == 1 ? 0 : -1;
}
#endif
