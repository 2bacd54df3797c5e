<?php

declare(strict_types=1);

namespace Timbre;

/**
 * What came back, from Timbre or from something else, such as a proxy.
 *
 * @internal
 */
final class Answer
{
    private const LONGEST_RETRY_AFTER = 2 ** 53;

    /** @param array<string, string> $headers by name in lower case; a repeated one is a list (RFC 9110, 5.3) */
    public function __construct(
        private readonly int $status,
        private readonly array $headers,
        #[\SensitiveParameter] private readonly string $content,
        private readonly bool $isTooLong,
        private readonly string $url,
    ) {
    }

    /**
     * The result of the envelope.
     *
     * @param \Closure(mixed): bool $isRight whether it has the shape that the call is for
     * @throws TimbreException
     */
    public function result(\Closure $isRight, string $language): mixed
    {
        $envelope = $this->status === 200 ? $this->json() : null;
        if (($envelope['success'] ?? null) === true && $isRight($envelope['result'] ?? null)) {
            return $envelope['result'];
        }
        throw $this->refusal($language);
    }

    /**
     * The bytes of a file, which Timbre always names.
     *
     * @throws TimbreException
     */
    public function file(string $beginning, string $language): string
    {
        $isFile = $this->status === 200 && !$this->isTooLong && $this->header('content-disposition') !== '';
        if ($isFile && str_starts_with($this->content, $beginning)) {
            return $this->content;
        }
        throw $this->refusal($language);
    }

    public static function isDocument(mixed $result): bool
    {
        return is_array($result) && is_string($result['correlationId'] ?? null);
    }

    public static function isList(mixed $result): bool
    {
        return is_array($result) && array_is_list($result);
    }

    public static function hasToken(mixed $result): bool
    {
        $token = is_array($result) ? $result['accessToken'] ?? null : null;
        return is_string($token) && self::isSendable($token);
    }

    /** A page after which the walk goes on, or ends. */
    public static function isPage(mixed $result, string $after): bool
    {
        [$data, $walk] = is_array($result) ? [$result['data'] ?? null, $result['walk'] ?? null] : [null, null];
        if (!self::isList($data) || array_filter($data, self::isDocument(...)) !== $data || !is_array($walk)) {
            return false;
        }
        $hasMore = $walk['hasMore'] ?? null;
        return is_string($walk['after'] ?? null)
            && ($hasMore === false || ($hasMore === true && $walk['after'] !== $after));
    }

    /** Whether a key or token can be sent in a header. */
    public static function isSendable(#[\SensitiveParameter] string $text): bool
    {
        return preg_match('/^[\x21-\x7e]+$/D', $text) === 1;
    }

    private function refusal(string $language): TimbreException
    {
        $envelope = $this->status >= 400 ? $this->json() : null;
        $isRefusal = ($envelope['success'] ?? null) === false && is_string($envelope['errorCode'] ?? null)
            && $envelope['errorCode'] !== '' && self::isList($envelope['errors'] ?? null)
            && array_filter($envelope['errors'], is_string(...)) === $envelope['errors'];
        [$code, $errors] = $isRefusal ? [$envelope['errorCode'], $envelope['errors']] : ['NOT_TIMBRE', []];
        return new TimbreException(
            $this->status, $code, $errors, $this->headers['x-request-id'] ?? null, $this->retryAfter(), $language,
            $isRefusal ? $this->docUrl() : null
        );
    }

    /** What the header Link names as help (RFC 8288), as a whole address; null for anything else. */
    private function docUrl(): ?string
    {
        $target = preg_match('/<([^<>]+)>; ?rel="help"/', $this->header('link'), $found) === 1 ? $found[1] : '';
        if (preg_match('~^/(?!/)~', $target) === 1 && preg_match('~^https?://[^/?#]+~', $this->url, $origin) === 1) {
            return $origin[0] . $target;
        }
        return preg_match('~^https?://~', $target) === 1 ? $target : null;
    }

    /** @return ?array<mixed> null for what is not an object or a list in JSON */
    private function json(): ?array
    {
        $mediaType = strtolower(trim(explode(';', $this->header('content-type'))[0]));
        if ($mediaType !== 'application/json' || $this->isTooLong) {
            return null;
        }
        try {
            $value = ExactJson::parse($this->content);
            return is_array($value) ? $value : null;
        } catch (\JsonException) {
            return null;
        }
    }

    /** Seconds, or a date (RFC 9110, 10.2.3); null for anything else. */
    private function retryAfter(): ?int
    {
        $text = $this->header('retry-after');
        if (preg_match('/^[0-9]+$/D', $text) === 1) {
            return strlen($text) <= 15 ? (int) $text : self::LONGEST_RETRY_AFTER;
        }
        $date = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $text, new \DateTimeZone('UTC'));
        return $date === false ? null : max(0, $date->getTimestamp() - time());
    }

    private function header(string $name): string
    {
        return $this->headers[$name] ?? '';
    }
}
