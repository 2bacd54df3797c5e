<?php

declare(strict_types=1);

namespace Timbre;

/**
 * `$timbre = new Timbre('https://timbre.example', keys: new TenantKeys(...))`, then `$timbre->issue($payload)`.
 *
 * Each verb repeats its call while the server cannot be reached or is overloaded, or something else answers in its
 * place, and issues no second document by that. No redirect is followed: keys, passwords and documents go only to
 * `$baseUrl`. A verb throws TimbreException, and InvalidArgumentException for arguments that cannot be used. Answers are
 * arrays with the members of the API; a figure with a fraction is a string.
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
    private const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
    /** Timbre's have 32 (Standard Webhooks 1.0.0: 24 to 64). */
    private const MIN_SECRET_BYTES = 16;

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
     * @param int $timeoutSeconds how long one attempt may take
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
        if ($timeoutSeconds < 1) {
            throw new \InvalidArgumentException('timeoutSeconds must be at least 1');
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
        return $this->read('GetWebhook', ['correlationId' => $correlationId], $this->document());
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
            $query = [...$filters, 'after' => $after, 'pageSize' => $pageSize];
            $page = $this->read('GetWebhooks', $query, $this->resultThat(
                static fn (mixed $result): bool => Answer::isPage($result, $after)
            ));
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
        return $this->read('GetPdf', [...$options, 'correlationId' => $correlationId], $this->fileThatBegins('%PDF-'));
    }

    /**
     * The signed document, byte for byte (ISO-8859-1).
     *
     * @param array<string, scalar> $options
     */
    public function xml(string $correlationId, array $options = []): string
    {
        return $this->read('GetXml', [...$options, 'correlationId' => $correlationId], $this->fileThatBegins('<?xml'));
    }

    /**
     * Issues the note that annuls a document. A second call answers the first note.
     *
     * @return Receipt
     */
    public function annul(string $correlationId, string $reason): array
    {
        return $this->note('Annul', ['correlationId' => $correlationId, 'reason' => $reason]);
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
        return $this->note('Correct', [...$correction, 'correlationId' => $correlationId]);
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
        $read = $this->resultThat(Answer::isList(...));
        return self::under($idempotencyKey, fn (array $headers): array =>
            $this->reach('POST', '/api/Webhook/Send', $body, $headers, $read));
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
        return self::under($idempotencyKey, fn (array $headers): array =>
            $this->asPerson('PUT', '/api/Webhook/Retry', $body, $headers, $this->document()));
    }

    /**
     * The notification in a message, if its signature is right and its time within five minutes of ours.
     *
     * @param string $body as it arrived, not parsed and written again
     * @param array<string, string> $headers by name: `getallheaders()`
     * @throws WebhookRefused
     * @throws \InvalidArgumentException for a secret of fewer than 16 bytes
     */
    public static function verifyWebhook(
        string $body, array $headers, #[\SensitiveParameter] string $secret, ?int $now = null,
    ): WebhookEvent {
        $key = self::secretKey($secret);
        $given = array_filter(array_change_key_case($headers), is_string(...));
        [$id, $timestamp, $signatures] = array_map(
            static fn (string $name): string => $given["webhook-$name"] ?? '', ['id', 'timestamp', 'signature']
        );
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookRefused('A webhook- header is missing');
        }
        $isNumber = preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1;
        if (!$isNumber || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookRefused('webhook-timestamp is more than five minutes off');
        }
        $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // Two while the secret is being replaced.
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($right, $signature)) {
                return self::event($id, $body);
            }
        }
        throw new WebhookRefused('No signature in webhook-signature is right');
    }

    /** A key that is short, or empty because a setting is missing, would let anybody sign. */
    private static function secretKey(#[\SensitiveParameter] string $secret): string
    {
        $text = preg_replace('/^whsec_/', '', trim($secret));
        $isBase64 = preg_match('#^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$#D', $text) === 1;
        $key = $isBase64 ? base64_decode($text) : '';
        if (strlen($key) < self::MIN_SECRET_BYTES) {
            throw new \InvalidArgumentException(
                'The secret must be whsec_ and at least ' . self::MIN_SECRET_BYTES
                . ' bytes in Base64: RotateSecret issues one'
            );
        }
        return $key;
    }

    private static function event(string $id, string $body): WebhookEvent
    {
        try {
            $event = ExactJson::parse($body);
        } catch (\JsonException) {
            $event = null;
        }
        [$type, $timestamp, $data] = is_array($event)
            ? [$event['type'] ?? null, $event['timestamp'] ?? null, $event['data'] ?? null]
            : [null, null, null];
        if (!is_string($type) || !is_string($timestamp) || !is_array($data)) {
            throw new WebhookRefused('The body is not a notification');
        }
        return new WebhookEvent($id, $type, $timestamp, $data);
    }

    /** @return \Closure(Answer): mixed */
    private function resultThat(\Closure $isRight): \Closure
    {
        return fn (Answer $answer): mixed => $answer->result($isRight, $this->language);
    }

    private function document(): \Closure
    {
        return $this->resultThat(Answer::isDocument(...));
    }

    private function fileThatBegins(string $beginning): \Closure
    {
        return fn (Answer $answer): string => $answer->file($beginning, $this->language);
    }

    /** @param array<string, string> $headers */
    private function post(array $payload, array $headers): array
    {
        if ($this->keys === null) {
            $body = ['payload' => $payload];
            return $this->asPerson('POST', '/api/Webhook/Issue', $body, $headers, $this->document());
        }
        $body = [...get_object_vars($this->keys), 'payload' => $payload];
        return $this->call('POST', '/api/Webhook/Save', $body, $headers, $this->document());
    }

    private function note(string $operation, array $body): array
    {
        return $this->reach('POST', "/api/Webhook/$operation", $body, [], $this->document());
    }

    private function read(string $operation, array $query, \Closure $read): mixed
    {
        $texts = array_map(self::queryText(...), array_filter($query, static fn (mixed $value): bool => $value !== null));
        $path = "/api/Webhook/$operation?" . http_build_query($texts);
        return $this->reach('GET', $path, null, [], $read);
    }

    /** With the keys, or as a person. */
    private function reach(string $method, string $path, ?array $body, array $headers, \Closure $read): mixed
    {
        if ($this->keys === null) {
            return $this->asPerson($method, $path, $body, $headers, $read);
        }
        return $this->call($method, $path, $body, [
            ...$headers,
            'X-Tenant-Code' => $this->keys->tenantCode,
            'X-Access-Key' => $this->keys->accessKey,
            'X-Secret-Key' => $this->keys->secretKey,
        ], $read);
    }

    /** A token that has expired is replaced once. */
    private function asPerson(string $method, string $path, ?array $body, array $headers, \Closure $read): mixed
    {
        $work = fn (): mixed =>
            $this->call($method, $path, $body, [...$headers, 'Authorization' => "Bearer $this->token"], $read);
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
        $read = $this->resultThat(Answer::hasToken(...));
        $this->token = $this->call('POST', '/api/Auth/Login', $body, [], $read)['accessToken'];
    }

    /** Sends a request again after what Retry-After says, if that is a minute at most, or after ever longer pauses. */
    private function call(
        string $method, string $path, #[\SensitiveParameter] ?array $body, #[\SensitiveParameter] array $headers,
        \Closure $read,
    ): mixed {
        $text = $body === null ? null : ExactJson::textOf($body);
        for ($count = 0; ; $count++) {
            try {
                return $read($this->transmit($method, $path, $text, $headers));
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

    /** @throws TimbreException if no whole answer came in time */
    private function transmit(
        string $method, string $path, #[\SensitiveParameter] ?string $text, #[\SensitiveParameter] array $headers,
    ): Answer {
        [$answered, $content, $isTooLong] = [[], '', false];
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
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$answered): int {
                // A proxy, and 100 Continue, send headers of their own before those of the answer.
                if (str_starts_with($line, 'HTTP/')) {
                    $answered = [];
                }
                [$name, $value] = array_map(trim(...), [...explode(':', $line, 2), '']);
                $name = strtolower($name);
                $answered[$name] = isset($answered[$name]) ? "$answered[$name], $value" : $value;
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $_, string $part) use (&$content, &$isTooLong): int {
                $isTooLong = strlen($content) + strlen($part) > self::MAX_ANSWER_BYTES;
                $content .= $isTooLong ? '' : $part;
                return $isTooLong ? -1 : strlen($part);
            },
        ] + ($text === null ? [] : [CURLOPT_POSTFIELDS => $text]));
        if (!curl_exec($this->curl) && !$isTooLong) {
            throw new TimbreException(0, 'UNREACHABLE', [curl_error($this->curl)], language: $this->language);
        }
        return new Answer(
            curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $answered, $content, $isTooLong,
            curl_getinfo($this->curl, CURLINFO_EFFECTIVE_URL)
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
        if (preg_match('/^[\x20-\x7e]{1,255}$/D', $key) !== 1) {
            throw new \InvalidArgumentException('idempotencyKey must have 1 to 255 printable ASCII characters');
        }
        try {
            return $work(['Idempotency-Key' => $key]);
        } catch (TimbreException $error) {
            $error->idempotencyKey = $key;
            throw $error;
        }
    }
}
