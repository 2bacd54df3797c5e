<?php

declare(strict_types=1);

namespace Timbre;

/** JSON whose figures stay as they are written: a fraction is read as a string, since a float would not be exact. */
final class ExactJson
{
    /** Strings are passed over; what is left of a text and has a fraction or an exponent is a figure. */
    private const FRACTIONS = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|-?\d++(?:\.\d++(?:[eE][+-]?\d++)?+|[eE][+-]?\d++)/s';

    /** @throws \JsonException */
    public static function parse(string $text): mixed
    {
        // Too much for the pattern is left as it is: then fractions are floats.
        $exact = preg_replace(self::FRACTIONS, '"$0"', $text) ?? $text;
        return json_decode($exact, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }

    /** @throws \JsonException */
    public static function textOf(mixed $value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }
}
