import { Button, Skeleton } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { useNarrow } from './page.tsx'

export type PdfFormat = NonNullable<RequestOf<'/api/Webhook/GetPdf', 'get'>['query']['format']>

export const pdfFormats: readonly PdfFormat[] = ['letter', '80mm', '58mm']

/**
 * A PDF in the browser's own viewer. It comes with the token, so it is shown from memory: it has no address that could
 * be passed on. Phones have no viewer inside a page; there it opens in theirs.
 */
export function PdfFrame ({ file, title, open, stale = false }: { file: Blob | undefined, title: string, open: string, stale?: boolean }) {
  const address = useAddressOf(file)
  const narrow = useNarrow()
  if (address === undefined) return <Skeleton className='pdf' />
  if (!narrow && navigator.pdfViewerEnabled) {
    return <iframe className='pdf' data-stale={stale || undefined} title={title} src={`${address}#toolbar=0&navpanes=0&view=FitH`} />
  }
  return (
    <Button component='a' href={address} target='_blank' variant='default' fullWidth size='md' leftSection={<ExternalLink size={16} />}>
      {open}
    </Button>
  )
}

function useAddressOf (file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => { URL.revokeObjectURL(made) }
  }, [file])
  return address
}
