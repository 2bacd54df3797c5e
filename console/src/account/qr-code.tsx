import { encode } from 'uqr'

/** A text as a QR code, black on white in any light: cameras do not read the reverse. */
export function QrCode ({ text, label }: { text: string, label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((black, x) => black ? [`M${x} ${y}h1v1h-1z`] : []))
  return (
    <svg role='img' aria-label={label} viewBox={`0 0 ${size} ${size}`} width={200} height={200} shapeRendering='crispEdges'>
      <rect width={size} height={size} fill='#fff' />
      <path d={modules.join('')} fill='#000' />
    </svg>
  )
}
