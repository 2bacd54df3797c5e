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
    }
}
