<?php

declare(strict_types=1);

namespace Timbre;

/** The message is not one of Timbre's, or is too old: answer 400. */
final class WebhookRefused extends \RuntimeException
{
}
