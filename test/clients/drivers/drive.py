"""Does what each line of standard input asks for with the Python client, and prints a line of JSON for it."""

import base64
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../clients/python/src"))
sys.dont_write_bytecode = True

from timbre_client import TenantKeys, Timbre, TimbreError, User, WebhookRefused, exact_json, verify_webhook  # noqa: E402

address, elsewhere, code, access, secret, email, password = sys.argv[1:]
keys = TenantKeys(code, access, secret)
clients = {
    "keys": Timbre(address, keys=keys, user=User(email, password)),
    "user": Timbre(address, user=User(email, password, code)),
    "spanish": Timbre(address, keys=keys, language="es"),
    "brief": Timbre(elsewhere, keys=keys, user=User(email, password), retries=1, timeout_seconds=1),
    "briefUser": Timbre(elsewhere, user=User(email, password), retries=1, timeout_seconds=1),
    "single": Timbre(elsewhere, keys=keys, retries=0),
}


def verified(body, headers, given, now=None):
    event = verify_webhook(body, headers, given, now=now)
    return {"id": event.id, "type": event.type, "timestamp": event.timestamp, "data": event.data}


def figure(timbre, correlation_id):
    value = timbre.get(correlation_id)["payload"]["details"][0]["unitPrice"]
    return {"text": str(value), "type": type(value).__name__}


def encoded(file):
    return base64.b64encode(file).decode()


verbs = {
    "issue": lambda timbre, payload, key=None: timbre.issue(payload, idempotency_key=key),
    "dryRun": lambda timbre, payload: timbre.dry_run(payload),
    "get": lambda timbre, correlation_id: timbre.get(correlation_id),
    "list": lambda timbre, filters: list(timbre.list(page_size=5, **filters)),
    "pdf": lambda timbre, correlation_id, options: encoded(timbre.pdf(correlation_id, **options)),
    "xml": lambda timbre, correlation_id: encoded(timbre.xml(correlation_id)),
    "annul": lambda timbre, correlation_id, reason: timbre.annul(correlation_id, reason),
    "correct": lambda timbre, correlation_id, correction: timbre.correct(correlation_id, **correction),
    "send": lambda timbre, correlation_id, to, message, key=None: timbre.send(
        correlation_id, to, message=message, idempotency_key=key,
    ),
    "retry": lambda timbre, correlation_id, even_so: timbre.retry(correlation_id, even_so=even_so),
    "figure": figure,
    "withSecretKey": lambda timbre, secret_key: repr(TenantKeys(code, access, secret_key)),
    "verifyWebhook": lambda timbre, *args: verified(*args),
}

for line in sys.stdin:
    asked = exact_json.parse(line)
    try:
        answer = {"result": verbs[asked["verb"]](clients[asked["client"]], *asked["args"])}
    except TimbreError as error:
        answer = {"failure": {
            "status": error.status, "code": error.code, "path": error.path, "message": error.message,
            "remedy": error.remedy, "requestId": error.request_id, "docUrl": error.doc_url,
            "idempotencyKey": error.idempotency_key,
        }}
    except WebhookRefused as error:
        answer = {"refused": str(error)}
    except Exception as error:
        answer = {"crash": repr(error)}
    print(exact_json.text_of(answer), flush=True)
