<?php

declare(strict_types=1);

namespace Timbre;

/**
 * A refused request, or one without an answer (status 0, code UNREACHABLE) or with one of something else than Timbre
 * (code NOT_TIMBRE).
 */
final class TimbreException extends \RuntimeException
{
    private const REMEDIES = [
        'repeat' => [
            'en' => 'Send the same again later, under the same externalId or Idempotency-Key: no second document is issued.',
            'es' => 'Envíe lo mismo más tarde, con el mismo externalId o Idempotency-Key: no se emite un segundo documento.',
        ],
        'correct' => [
            'en' => 'Correct what the problems name, and send it again: nothing was issued.',
            'es' => 'Corrija lo que indican los problemas y envíelo de nuevo: no se emitió nada.',
        ],
        'signIn' => [
            'en' => 'Check the keys, or the email and password.',
            'es' => 'Revise las claves, o el correo y la contraseña.',
        ],
        'allow' => [
            'en' => 'Ask an administrator of your company for the right, or to allow your address.',
            'es' => 'Pida a un administrador de su empresa el permiso, o que autorice su dirección.',
        ],
        'find' => [
            'en' => 'Check the id and the address: the object must belong to your company.',
            'es' => 'Revise el id y la dirección: el objeto debe ser de su empresa.',
        ],
        'look' => [
            'en' => 'Nothing was done: look at the present state of the document before you send anything else.',
            'es' => 'No se hizo nada: revise el estado actual del documento antes de enviar otra cosa.',
        ],
        'address' => [
            'en' => 'Check the address, and the proxy before the server: something other than Timbre answered.',
            'es' => 'Revise la dirección, y el proxy delante del servidor: respondió algo que no es Timbre.',
        ],
        'report' => [
            'en' => 'Report it to the operator of the server, with the request id.',
            'es' => 'Avise al operador del servidor, con el id de la solicitud.',
        ],
    ];

    /** @var list<Problem> */
    public readonly array $problems;

    /** The member that the first problem is about; empty if it is about none. */
    public readonly string $path;

    /** What to do about it, in a sentence. */
    public readonly string $remedy;

    /** That of issue and retry: under it, the call may be repeated. */
    public ?string $idempotencyKey = null;

    /**
     * @param string $errorCode stable: docs/errors.md has them all
     * @param list<string> $errors
     */
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $errors,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
        string $language = 'en',
        /** The page of the server's documentation that explains the code; null if it names none. */
        public readonly ?string $docUrl = null,
    ) {
        $this->remedy = self::REMEDIES[$this->remedyName()][$language];
        parent::__construct("$errorCode ($status): " . (implode('; ', $errors) ?: $this->remedy), $status);
        $this->problems = array_map(Problem::of(...), $errors);
        $this->path = ($this->problems[0] ?? null)?->path ?? '';
    }

    /** Whether a later attempt may succeed: the server is overloaded or cannot be reached, or calls come too fast. */
    public function isTemporary(): bool
    {
        return $this->remedyName() === 'repeat';
    }

    private function remedyName(): string
    {
        if ($this->errorCode === 'IDEMPOTENCY_IN_PROGRESS') {
            return 'repeat';
        }
        // What a proxy answers in place of the server says nothing of the call. A redirect or a refusal of its own lasts.
        if ($this->errorCode === 'NOT_TIMBRE') {
            $isTemporary = $this->status === 429 || $this->status >= 500 || intdiv($this->status, 100) === 2;
            return $isTemporary ? 'repeat' : 'address';
        }
        return match ($this->status) {
            0, 429, 502, 503, 504 => 'repeat',
            400, 413, 415, 422 => 'correct',
            401 => 'signIn',
            403 => 'allow',
            404 => 'find',
            409 => 'look',
            default => 'report',
        };
    }
}
