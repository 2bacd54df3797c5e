/** The stamp of Timbre. */
export function Mark ({ inverse = false }: { inverse?: boolean }) {
  return (
    <svg width='26' height='26' viewBox='0 0 32 32' aria-hidden='true'>
      <rect width='32' height='32' rx='8' fill={inverse ? '#ffffff' : '#1d4ed8'} />
      <path d='M9 9h14v4h-5v11h-4V13H9z' fill={inverse ? '#1d4ed8' : '#ffffff'} />
    </svg>
  )
}
