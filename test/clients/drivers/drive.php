<?php

// Does what each line of standard input asks for with the PHP client, and prints a line of JSON for it.

declare(strict_types=1);

use Timbre\{ExactJson, TenantKeys, Timbre, TimbreException, User, WebhookRefused};

spl_autoload_register(static function (string $class): void {
    require __DIR__ . '/../../../clients/php/src/' . str_replace(['Timbre\\', '\\'], ['', '/'], $class) . '.php';
});
set_error_handler(static function (int $_, string $message, string $file, int $line): never {
    throw new \ErrorException("$message ($file:$line)");
});

[, $address, $elsewhere, $code, $access, $secret, $email, $password] = $argv;
$keys = new TenantKeys($code, $access, $secret);
$clients = [
    'keys' => new Timbre($address, keys: $keys, user: new User($email, $password)),
    'user' => new Timbre($address, user: new User($email, $password, $code)),
    'spanish' => new Timbre($address, keys: $keys, language: 'es'),
    'brief' => new Timbre($elsewhere, keys: $keys, user: new User($email, $password), retries: 1, timeoutSeconds: 1),
    'briefUser' => new Timbre($elsewhere, user: new User($email, $password), retries: 1, timeoutSeconds: 1),
    'single' => new Timbre($elsewhere, keys: $keys, retries: 0),
];

$verbs = [
    'issue' => static fn (Timbre $timbre, array $payload, ?string $key = null) => $timbre->issue($payload, $key),
    'dryRun' => static fn (Timbre $timbre, array $payload) => $timbre->dryRun($payload),
    'get' => static fn (Timbre $timbre, string $id) => $timbre->get($id),
    'list' => static fn (Timbre $timbre, array $filters) => iterator_to_array($timbre->list($filters, pageSize: 5), false),
    'pdf' => static fn (Timbre $timbre, string $id, array $options) => base64_encode($timbre->pdf($id, $options)),
    'xml' => static fn (Timbre $timbre, string $id) => base64_encode($timbre->xml($id)),
    'annul' => static fn (Timbre $timbre, string $id, string $reason) => $timbre->annul($id, $reason),
    'correct' => static fn (Timbre $timbre, string $id, array $correction) => $timbre->correct($id, $correction),
    'send' => static fn (Timbre $timbre, string $id, array $to, string $message, ?string $key = null) =>
        $timbre->send($id, $to, $message, idempotencyKey: $key),
    'retry' => static fn (Timbre $timbre, string $id, bool $evenSo) => $timbre->retry($id, evenSo: $evenSo),
    'figure' => static function (Timbre $timbre, string $id): array {
        $value = $timbre->get($id)['payload']['details'][0]['unitPrice'];
        return ['text' => (string) $value, 'type' => get_debug_type($value)];
    },
    'withSecretKey' => static fn (Timbre $_, string $key) => print_r(new TenantKeys($code, $access, $key), true),
    'verifyWebhook' => static fn (Timbre $_, mixed ...$args) => get_object_vars(Timbre::verifyWebhook(...$args)),
];

while (($line = fgets(STDIN)) !== false) {
    // As any program of PHP would have them: what it sends, it has as floats.
    $asked = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    try {
        $answer = ['result' => $verbs[$asked['verb']]($clients[$asked['client']], ...$asked['args'])];
    } catch (TimbreException $error) {
        $answer = ['failure' => [
            'status' => $error->status, 'code' => $error->errorCode, 'path' => $error->path,
            'message' => $error->problems[0]->message ?? '', 'remedy' => $error->remedy, 'requestId' => $error->requestId,
            'docUrl' => $error->docUrl, 'idempotencyKey' => $error->idempotencyKey,
        ]];
    } catch (WebhookRefused $error) {
        $answer = ['refused' => $error->getMessage()];
    } catch (\Throwable $error) {
        $answer = ['crash' => (string) $error];
    }
    echo ExactJson::textOf($answer), "\n";
}
