/** What was found. A `problem` loses data, stops instances, or shows one tenant's rows to another. */
export interface Finding {
  check:
    | 'writes' | 'migrations' | 'durability' | 'backups' | 'connections' | 'encoding' | 'role' | 'row-level security' | 'clock'
    | 'distribution' | 'machines'
  level: 'ok' | 'warning' | 'problem'
  detail: string
}
