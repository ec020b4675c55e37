#!/bin/sh
# Makes certificates for the tests of TLS, with openssl: certificates.sh OUT
#
#   root.pem                  a root that nobody else knows
#   inter.pem                 an intermediate certificate, signed by it
#   good.pem expired.pem future.pem other.pem    for 127.0.0.1, but for the last; signed by the intermediate
#   self.pem                  signed by itself
#   NAME.key                  its key
#   NAME.chain                what the server sends beside it: the intermediate; the root as well for rooted.chain
set -eu
cd "$1"
cat >ca.cnf <<'END'
[ca]
default_ca = ours
[ours]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[root]
basicConstraints = critical,CA:true
[req]
distinguished_name = name
[name]
END
: >index.txt
echo 1000 >serial
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
key root
openssl req -config ca.cnf -x509 -new -key root.key -subj "/CN=test root" -days 3650 -extensions root -out root.pem
key inter
openssl req -config ca.cnf -new -key inter.key -subj "/CN=test intermediate" -out inter.csr
openssl x509 -req -in inter.csr -CA root.pem -CAkey root.key -set_serial 2 -days 3650 -extfile ca.cnf -extensions root \
  -out inter.pem 2>log
# leaf NAME START END SAN
leaf() {
  key "$1"
  openssl req -config ca.cnf -new -key "$1.key" -subj "/CN=$1" -addext "subjectAltName=$4" -out "$1.csr"
  openssl ca -batch -config ca.cnf -cert inter.pem -keyfile inter.key -startdate "$2" -enddate "$3" -notext \
    -in "$1.csr" -out "$1.pem" 2>log
  cp inter.pem "$1.chain"
}
here=IP:127.0.0.1,DNS:localhost
leaf good 20200101000000Z 20491231000000Z "$here"
leaf expired 20200101000000Z 20210101000000Z "$here"
leaf future 20480101000000Z 20491231000000Z "$here"
leaf other 20200101000000Z 20491231000000Z DNS:other.example
key self
openssl req -config ca.cnf -x509 -new -key self.key -subj "/CN=self" -addext "subjectAltName=$here" -days 3650 \
  -out self.pem
cat inter.pem root.pem >rooted.chain
