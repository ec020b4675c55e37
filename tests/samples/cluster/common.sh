# What the tests of samples/cluster share: parts, one run to compare with, and a command that is
# killed once in the middle. Sourced with the name of the test's build folder in $1 and that of the
# repository in $2.
set -eu
build=$1
source=$2
work=$(mktemp -d)
trap 'stop; rm -rf "$work"' EXIT
stop() { :; }

skip() {
  echo "SKIPPED: $1"
  exit 77
}

needs() {
  for program; do
    command -v "$program" >/dev/null || skip "$program is not installed"
  done
}

cluster=$source/samples/cluster
cd "$work"

# Parts of several records. Two have one name, in different folders.
mkdir more
for part in part1 part2 part3 part4 part5 part6 part7 more/part1; do
  for _ in 1 2 3 4 5; do cat "$source/samples/letters.warc.gz"; done >"$part.warc.gz"
  echo "$work/$part.warc.gz" >>warc.paths
done

# The part that is worked on when a worker dies: the process that works is killed with its shell.
mkdir bin
cat >bin/hrefkit <<EOF
#!/bin/sh
for last; do :; done
case \$last in
  */part4.warc.gz)
    if [ ! -e "$work/killed" ]; then
      touch "$work/killed"
      echo "cut" >"\$(printf '%s' "$work/out/.partial")" 2>/dev/null || true
      [ -z "\${KILL_PID_FILE:-}" ] || kill -9 \$(cat "\$KILL_PID_FILE")
      kill -9 \$\$
    fi ;;
esac
exec "$build/hrefkit" "\$@"
EOF
chmod +x bin/hrefkit
PATH=$work/bin:$build:$PATH
export PATH

"$build/hrefkit" archive -q --compress gzip -o single.gz $(cat warc.paths)

# same OUT: the merged parts are the bytes of the one run, and a worker was killed on the way.
same() {
  [ -e killed ] || { echo "no worker was killed"; exit 1; }
  "$cluster/merge" "$1" warc.paths >merged.gz
  cmp single.gz merged.gz
  echo "the bytes are equal"
}
