# Bare Debian systems in folders, for the checks that need another system than this one. To be sourced:
#
#   chroot_reason                      prints why this machine cannot have one; nothing where it can
#   chroot_begin "$@"                  before all else: what the script mounts ends with it, and nobody else sees it
#   chroot_make SUITE FOLDER           makes FOLDER a bare system: bookworm, trixie
#   chroot_show FOLDER SOURCE PLACE    shows the folder SOURCE there as PLACE, read-only
#   chroot_keep FOLDER SOURCE PLACE    makes SOURCE the folder PLACE there, to be written to
#   chroot_in FOLDER COMMAND...        runs a command there, in an environment that is bare, too
#   chroot_remove FOLDER
#
# The systems are made from archives that debootstrap makes once: HREFKIT_CHROOTS (build/long) holds both.
chroots=$(realpath -m "${HREFKIT_CHROOTS:-build/long}")

chroot_reason() {
  if [ "$(id -u)" != 0 ]; then echo "it needs root"; fi
  for tool in debootstrap unshare chroot; do
    if ! command -v "$tool" >/dev/null; then echo "there is no $tool"; fi
  done
}

chroot_begin() {
  [ -z "${HREFKIT_OWN_MOUNTS:-}" ] || return 0
  HREFKIT_OWN_MOUNTS=1 exec unshare --mount --pid --fork --kill-child --propagation private "$0" "$@"
}

chroot_make() {
  local suite=$1 folder=$2
  mkdir -p "$chroots"
  if [ ! -s "$chroots/$suite.tar" ]; then
    local fresh="$chroots/$suite.new"
    rm -rf --one-file-system "$fresh"
    debootstrap --variant=minbase "$suite" "$fresh" http://deb.debian.org/debian >"$chroots/$suite.log" 2>&1 || {
      tail -n 20 "$chroots/$suite.log" >&2
      return 1
    }
    tar -C "$fresh" -cf "$chroots/$suite.tar.new" .
    mv "$chroots/$suite.tar.new" "$chroots/$suite.tar"
    rm -rf --one-file-system "$fresh"
  fi
  chroot_remove "$folder"
  mkdir -p "$folder"
  tar -C "$folder" -xf "$chroots/$suite.tar"
  # Nothing starts there, and what is thrown away need not be on the disk.
  printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"
  chmod +x "$folder/usr/sbin/policy-rc.d"
  echo force-unsafe-io >"$folder/etc/dpkg/dpkg.cfg.d/unsafe-io"
}

chroot_show() {
  mkdir -p "$1$3"
  mount --bind "$2" "$1$3"
  mount -o remount,bind,ro "$1$3"
}

chroot_keep() {
  mkdir -p "$1$3" "$2"
  mount --bind "$2" "$1$3"
}

chroot_in() {
  local folder=$1
  shift
  cp /etc/resolv.conf "$folder/etc/resolv.conf"
  if ! mountpoint -q "$folder/proc"; then
    mount -t proc proc "$folder/proc"
    mount --rbind /dev "$folder/dev"
    mount --rbind /sys "$folder/sys"
  fi
  env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$folder" "$@"
}

# The folders of this machine that are shown there are on it, too: they are taken away first.
chroot_remove() {
  local place
  while read -r place; do umount "$place"; done < <(
    awk -v folder="$1/" 'index($5, folder) == 1 { print $5 }' /proc/self/mountinfo | sort -r)
  rm -rf --one-file-system "$1"
}
