"""Certificates for the planted web, made by the openssl command: good, expired, of tomorrow, self-signed, and so on."""
import pathlib
import shutil
import subprocess

CONFIGURATION = """
[ca]
default_ca = house
[house]
dir = {folder}
database = {folder}/index.txt
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[leaf]
basicConstraints = critical,CA:FALSE
subjectAltName = {names}
"""


def make(folder: pathlib.Path) -> dict | None:
    """`chains`: kind -> (chain, key), for the hosts *.KIND.test; `ca`: the file for --ca-file. None without openssl."""
    if not shutil.which("openssl"):
        return None
    folder.mkdir(parents=True, exist_ok=True)

    def openssl(*arguments: object) -> None:
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, cwd=folder)

    def configuration(names: str) -> pathlib.Path:
        path = folder / "openssl.cnf"
        path.write_text(CONFIGURATION.format(folder=folder, names=names))
        return path

    (folder / "index.txt").write_text("")
    (folder / "serial").write_text("1000\n")
    key = folder / "leaf.key"
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
    config = configuration("DNS:x.test")
    for name in ("root", "stranger"):
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                f"{name}.key",
                "-out", f"{name}.crt", "-days", "3650", "-subj", f"/CN=hrefkit test {name}")

    def sign(kind: str, subject: str, names: str, issuer: str, begin: str, end: str, extensions: str = "leaf",
             own_key: pathlib.Path = key) -> pathlib.Path:
        config = configuration(names)
        openssl("req", "-new", "-key", own_key, "-subj", f"/CN={subject}", "-out", f"{kind}.csr")
        openssl("ca", "-batch", "-config", config, "-cert", f"{issuer}.crt", "-keyfile", f"{issuer}.key", "-extensions",
                extensions, "-in", f"{kind}.csr", "-out", f"{kind}.crt", "-notext", "-startdate", begin, "-enddate",
                end)
        return folder / f"{kind}.crt"

    past, soon, later = "20200101000000Z", "20450101000000Z", "20460101000000Z"
    middle_key = folder / "middle.key"
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", middle_key)
    sign("middle", "hrefkit test middle", "DNS:x.test", "root", past, later, "authority", middle_key)
    names = ",".join(f"DNS:*.{kind}.test" for kind in ("good", "expired", "early", "nomiddle", "unknown", "crossed",
                                                       "whole"))
    found = {}
    found["good"] = sign("good", "good.test", names, "root", past, later)
    found["expired"] = sign("expired", "expired.test", names, "root", past, "20210101000000Z")
    found["early"] = sign("early", "early.test", names, "root", soon, later)
    found["unknown"] = sign("unknown", "unknown.test", names, "stranger", past, later)
    found["nomiddle"] = sign("nomiddle", "nomiddle.test", names, "middle", past, later)
    # A chain that ends with an issuer that nobody trusts: verify result 19.
    crossed = folder / "crossed.pem"
    crossed.write_text(found["unknown"].read_text() + (folder / "stranger.crt").read_text())
    found["crossed"] = crossed
    whole = folder / "whole.pem"
    whole.write_text(found["nomiddle"].read_text() + (folder / "middle.crt").read_text())
    found["whole"] = whole
    openssl("req", "-x509", "-key", key, "-out", "selfsigned.crt", "-days", "3650", "-subj", "/CN=selfsigned.test",
            "-addext", "subjectAltName=DNS:*.selfsigned.test")
    found["selfsigned"] = folder / "selfsigned.crt"
    result: dict = {kind: (str(chain), str(key)) for kind, chain in found.items()}
    return {"chains": result, "ca": str(folder / "root.crt")}
