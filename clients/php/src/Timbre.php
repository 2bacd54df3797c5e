<?php

declare(strict_types=1);

namespace Timbre;

/**
 * `$timbre = new Timbre('https://timbre.example', keys: new TenantKeys(...))`, then `$timbre->issue($payload)`.
 *
 * Each verb repeats its call while the server cannot be reached or is overloaded, and issues no second document by
 * that. It throws TimbreException. Answers are arrays with the members of the API; a figure with a fraction is a string.
 *
 * @phpstan-type Receipt array{correlationId: string, status: ?int, statusText: string, documentType: string,
 *   invoiceTypeCode: string, invoiceNumber: string, currency: string, totalAmount: int|string, issuedAt: ?string,
 *   externalId?: string, waitingFor?: string, notices: list<array<string, mixed>>, dryRun?: array<string, mixed>}
 * @phpstan-type Listed array{correlationId: string, status: int, statusText: string, invoiceTypeCode: string,
 *   invoiceNumber: string, externalId: ?string, issueDate: string, currency: string, totalAmount: int|string,
 *   createdAt: string, updatedAt: string, ...}
 */
final class Timbre
{
    private const FIRST_PAUSE_SECONDS = 0.25;
    private const LONGEST_PAUSE_SECONDS = 60;
    private const TOLERANCE_SECONDS = 300;

    /** Below every id: a walk from here meets all documents. */
    private const NIL = '00000000-0000-0000-0000-000000000000';

    private readonly string $baseUrl;
    private readonly \CurlHandle $curl;
    private ?string $token = null;

    /**
     * @param string $baseUrl without `/api`
     * @param ?TenantKeys $keys they issue documents, read them, annul and correct them
     * @param ?User $user signed in where something asks for a person: to retry a document, and for all without keys
     * @param 'en'|'es' $language of what people read
     * @param int $retries how often a call is repeated
     */
    public function __construct(
        string $baseUrl,
        private readonly ?TenantKeys $keys = null,
        private readonly ?User $user = null,
        private readonly string $language = 'en',
        private readonly int $retries = 4,
        private readonly int $timeoutSeconds = 60,
    ) {
        if (preg_match('#^https?://#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl must begin with http:// or https://');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->curl = curl_init();
    }

    /**
     * Issues a document. Give each sale its `header.documentId.externalId`: then it is issued once, however often and
     * whenever you post it. Without one, store an `$idempotencyKey` of your own before the first attempt.
     *
     * @param array<string, mixed> $payload docs/document-fields.md has its members
     * @return Receipt
     */
    public function issue(array $payload, ?string $idempotencyKey = null): array
    {
        return self::under($idempotencyKey, fn (array $headers): array => $this->post($payload, $headers));
    }

    /**
     * What issuing would do, and everything that would refuse the document: see `dryRun` of the answer.
     *
     * @param array<string, mixed> $payload
     * @return Receipt
     */
    public function dryRun(array $payload): array
    {
        return $this->post($payload, ['X-Dry-Run' => 'true']);
    }

    /** @return array<string, mixed> everything that is known about a document */
    public function get(string $correlationId): array
    {
        return $this->read('GetWebhook', ['correlationId' => $correlationId]);
    }

    /**
     * Each document once, the oldest first, also while others are added. `$after` begins behind the last that you know;
     * a new one joins some five seconds after its issue.
     *
     * @param array<string, scalar|list<scalar>> $filters those of GetWebhooks: `['status' => 5]`
     * @return \Generator<int, Listed>
     */
    public function list(array $filters = [], string $after = self::NIL, int $pageSize = 100): \Generator
    {
        do {
            $page = $this->read('GetWebhooks', [...$filters, 'after' => $after, 'pageSize' => $pageSize]);
            foreach ($page['data'] as $listed) {
                yield $listed;
            }
            ['after' => $after, 'hasMore' => $hasMore] = $page['walk'];
        } while ($hasMore);
    }

    /**
     * The printed document.
     *
     * @param array<string, scalar> $options `['format' => '80mm', 'cedible' => true]`
     */
    public function pdf(string $correlationId, array $options = []): string
    {
        return $this->read('GetPdf', [...$options, 'correlationId' => $correlationId]);
    }

    /**
     * The signed document, byte for byte (ISO-8859-1).
     *
     * @param array<string, scalar> $options
     */
    public function xml(string $correlationId, array $options = []): string
    {
        return $this->read('GetXml', [...$options, 'correlationId' => $correlationId]);
    }

    /**
     * Issues the note that annuls a document. A second call answers the first note.
     *
     * @return Receipt
     */
    public function annul(string $correlationId, string $reason): array
    {
        return $this->reach('POST', '/api/Webhook/Annul', ['correlationId' => $correlationId, 'reason' => $reason], []);
    }

    /**
     * Issues a note that corrects texts or amounts. The same correction again answers the first note.
     *
     * @param array<string, mixed> $correction `['texts' => [['was' => …, 'is' => …]]]`, or
     *   `['lines' => [['line' => 1, 'quantity' => 2]]]`: docs/undoing.md
     * @return Receipt
     */
    public function correct(string $correlationId, array $correction): array
    {
        return $this->reach('POST', '/api/Webhook/Correct', [...$correction, 'correlationId' => $correlationId], []);
    }

    /**
     * Mails the PDF and the XML to each address; `deliveries` of `get` tells later what became of the mails.
     *
     * @param list<string> $to
     * @param ?string $message your own words
     * @param bool $copyToMe to the user's email as well; with keys, to that of the company
     * @return list<array{to: string, state: string, at: string, failure: ?string}>
     */
    public function send(
        string $correlationId, array $to, ?string $message = null, bool $copyToMe = false, ?string $idempotencyKey = null,
    ): array {
        $body = ['correlationId' => $correlationId, 'to' => $to];
        if ($message !== null) {
            $body['message'] = $message;
        }
        if ($copyToMe) {
            $body['copyToMe'] = true;
        }
        return self::under(
            $idempotencyKey, fn (array $headers): array => $this->reach('POST', '/api/Webhook/Send', $body, $headers)
        );
    }

    /**
     * Takes a Failed or Rejected document up again, once its cause is corrected. Needs `user`.
     *
     * @param ?array<string, mixed> $payload the corrected document, of the same type
     * @param bool $evenSo take a new folio although the reasons of the rejection are not known
     * @return Receipt
     */
    public function retry(
        string $correlationId, ?array $payload = null, bool $evenSo = false, ?string $idempotencyKey = null,
    ): array {
        $body = ['correlationId' => $correlationId];
        if ($payload !== null) {
            $body['payload'] = $payload;
        }
        if ($evenSo) {
            $body['evenSo'] = true;
        }
        return self::under(
            $idempotencyKey, fn (array $headers): array => $this->asPerson('PUT', '/api/Webhook/Retry', $body, $headers)
        );
    }

    /**
     * The notification in a message, if its signature is right and its time within five minutes of ours.
     *
     * @param string $body as it arrived, not parsed and written again
     * @param array<string, string> $headers by name: `getallheaders()`
     * @throws WebhookRefused
     */
    public static function verifyWebhook(
        string $body, array $headers, #[\SensitiveParameter] string $secret, ?int $now = null,
    ): WebhookEvent {
        $given = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            static fn (string $name): string => $given["webhook-$name"] ?? '', ['id', 'timestamp', 'signature']
        );
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookRefused('A webhook- header is missing');
        }
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookRefused('webhook-timestamp is more than five minutes off');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false) {
            throw new \InvalidArgumentException('The secret is not Base64');
        }
        $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // Two while the secret is being replaced.
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($right, $signature)) {
                $event = ExactJson::parse($body);
                return new WebhookEvent($id, $event['type'], $event['timestamp'], $event['data']);
            }
        }
        throw new WebhookRefused('No signature in webhook-signature is right');
    }

    /** @param array<string, string> $headers */
    private function post(array $payload, array $headers): array
    {
        if ($this->keys === null) {
            return $this->asPerson('POST', '/api/Webhook/Issue', ['payload' => $payload], $headers);
        }
        $body = [...get_object_vars($this->keys), 'payload' => $payload];
        return $this->call('POST', '/api/Webhook/Save', $body, $headers);
    }

    private function read(string $operation, array $query): mixed
    {
        $texts = array_map(self::queryText(...), array_filter($query, static fn (mixed $value): bool => $value !== null));
        $path = "/api/Webhook/$operation?" . http_build_query($texts);
        return $this->reach('GET', $path, null, []);
    }

    /** With the keys, or as a person. */
    private function reach(string $method, string $path, ?array $body, array $headers): mixed
    {
        if ($this->keys === null) {
            return $this->asPerson($method, $path, $body, $headers);
        }
        return $this->call($method, $path, $body, [
            ...$headers,
            'X-Tenant-Code' => $this->keys->tenantCode,
            'X-Access-Key' => $this->keys->accessKey,
            'X-Secret-Key' => $this->keys->secretKey,
        ]);
    }

    /** A token that has expired is replaced once. */
    private function asPerson(string $method, string $path, ?array $body, array $headers): mixed
    {
        $work = fn (): mixed =>
            $this->call($method, $path, $body, [...$headers, 'Authorization' => "Bearer $this->token"]);
        if ($this->token === null) {
            $this->signIn();
        }
        try {
            return $work();
        } catch (TimbreException $error) {
            if ($error->errorCode !== 'UNAUTHENTICATED') {
                throw $error;
            }
            $this->signIn();
            return $work();
        }
    }

    private function signIn(): void
    {
        if ($this->user === null) {
            throw new \LogicException('This needs a user: new Timbre($baseUrl, user: new User($email, $password))');
        }
        $body = array_filter(get_object_vars($this->user), static fn (?string $value): bool => $value !== null);
        $this->token = $this->call('POST', '/api/Auth/Login', $body, [])['accessToken'];
    }

    /** Sends a request again after what Retry-After says, if that is a minute at most, or after ever longer pauses. */
    private function call(string $method, string $path, ?array $body, array $headers): mixed
    {
        $text = $body === null ? null : ExactJson::textOf($body);
        for ($count = 0; ; $count++) {
            try {
                return $this->transmit($method, $path, $text, $headers);
            } catch (TimbreException $error) {
                $pause = $error->retryAfterSeconds ?? self::FIRST_PAUSE_SECONDS * 2 ** $count;
                if (!$error->isTemporary() || $count >= $this->retries || $pause > self::LONGEST_PAUSE_SECONDS) {
                    throw $error;
                }
                // Clients that failed together do not come back together.
                usleep((int) ($pause * (1_000_000 + random_int(0, 250_000))));
            }
        }
    }

    /** The result of the envelope, or the bytes of a file. */
    private function transmit(string $method, string $path, ?string $text, array $headers): mixed
    {
        $answered = [];
        $all = [
            'Accept' => 'application/json, */*;q=0.5', 'Accept-Language' => $this->language, 'Expect' => '', ...$headers,
            ...($text === null ? [] : ['Content-Type' => 'application/json']),
        ];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $this->baseUrl . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $value): string => "$name: $value", array_keys($all), $all
            ),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$answered): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $answered[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ] + ($text === null ? [] : [CURLOPT_POSTFIELDS => $text]));
        $content = curl_exec($this->curl);
        if (!is_string($content)) {
            throw new TimbreException(0, 'UNREACHABLE', [curl_error($this->curl)], language: $this->language);
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $isJson = str_contains($answered['content-type'] ?? '', 'json');
        if ($status === 200) {
            return $isJson ? ExactJson::parse($content)['result'] : $content;
        }
        $envelope = $isJson ? ExactJson::parse($content) : [];
        $asked = $answered['retry-after'] ?? '';
        throw new TimbreException(
            $status, $envelope['errorCode'] ?? 'NOT_TIMBRE', $envelope['errors'] ?? [], $answered['x-request-id'] ?? null,
            ctype_digit($asked) ? (int) $asked : null, $this->language
        );
    }

    private static function queryText(mixed $value): string
    {
        if (is_bool($value)) {
            return $value ? 'true' : 'false';
        }
        return is_array($value) ? implode(',', $value) : (string) $value;
    }

    /** Does what must not happen twice. A failure names the key, since the outcome may be unknown. */
    private static function under(?string $key, \Closure $work): array
    {
        $key ??= bin2hex(random_bytes(16));
        try {
            return $work(['Idempotency-Key' => $key]);
        } catch (TimbreException $error) {
            $error->idempotencyKey = $key;
            throw $error;
        }
    }
}
