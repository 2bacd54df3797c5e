<?php

declare(strict_types=1);

namespace Timbre;

/** They issue a tenant's documents, read them, annul and correct them. */
final class TenantKeys
{
    public function __construct(
        public readonly string $tenantCode,
        #[\SensitiveParameter] public readonly string $accessKey,
        #[\SensitiveParameter] public readonly string $secretKey,
    ) {
        foreach (get_object_vars($this) as $name => $key) {
            if (!Answer::isSendable($key)) {
                throw new \InvalidArgumentException("$name must have printable ASCII characters only, and no blanks");
            }
        }
    }

    /** @return array<string, string> what var_dump shows */
    public function __debugInfo(): array
    {
        return ['tenantCode' => $this->tenantCode];
    }
}
