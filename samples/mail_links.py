"""mail_links FILE URL: prints the mail in FILE with absolute links. Its pages are relative to URL."""
import email.policy
import sys
from email.message import EmailMessage
from email.parser import BytesParser

import hrefkit


def make_links_absolute(mail: EmailMessage, url: str) -> int:
    """Rewrites the HTML parts; answers how many links are changed."""
    changed = 0
    for part in mail.walk():
        if isinstance(part, EmailMessage) and part.get_content_type() == "text/html":
            page = hrefkit.rewrite(part.get_content(), url, form="absolute", drop_base=True)
            part.set_content(str(page), subtype="html")
            changed += len(page.edits)
    return changed


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        message = BytesParser(EmailMessage, policy=email.policy.default).parse(file)
    assert isinstance(message, EmailMessage)
    make_links_absolute(message, sys.argv[2])
    sys.stdout.buffer.write(message.as_bytes())
