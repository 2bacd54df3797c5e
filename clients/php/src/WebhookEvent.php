<?php

declare(strict_types=1);

namespace Timbre;

/** A notification: docs/notifications.md has its types and their data. */
final class WebhookEvent
{
    /**
     * @param string $id the same each time that the notification is sent: ignore one that you have handled
     * @param array<string, mixed> $data
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly string $timestamp,
        public readonly array $data,
    ) {
    }
}
