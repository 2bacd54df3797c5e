<?php

declare(strict_types=1);

namespace Timbre;

/** What is wrong, and with which member: `payload.details[0].quantity`; empty if it is about none. */
final class Problem
{
    public function __construct(public readonly string $path, public readonly string $message)
    {
    }

    public static function of(string $error): self
    {
        return preg_match('/^([A-Za-z][\w.[\]-]*): (.*)$/s', $error, $match) === 1
            ? new self($match[1], $match[2])
            : new self('', $error);
    }
}
