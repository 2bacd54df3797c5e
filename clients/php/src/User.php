<?php

declare(strict_types=1);

namespace Timbre;

/** A person, whom some operations ask for. */
final class User
{
    public function __construct(
        public readonly string $email,
        #[\SensitiveParameter] public readonly string $password,
        public readonly ?string $tenantCode = null,
    ) {
    }

    /** @return array<string, ?string> what var_dump shows */
    public function __debugInfo(): array
    {
        return ['email' => $this->email, 'tenantCode' => $this->tenantCode];
    }
}
