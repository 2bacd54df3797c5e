import { Button, Skeleton } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState, type CSSProperties } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { useNarrow } from './page.tsx'

export type PdfFormat = NonNullable<RequestOf<'/api/Webhook/GetPdf', 'get'>['query']['format']>

export const pdfFormats: readonly PdfFormat[] = ['letter', '80mm', '58mm']

interface FrameProps { file: Blob | undefined, title: string, open: string, stale?: boolean }

/**
 * A PDF in the browser's own viewer. It comes with the token, so it is shown from memory: it has no address that could
 * be passed on. Phones have no viewer inside a page; there it opens in theirs.
 */
export function PdfFrame ({ file, title, open, stale = false }: FrameProps) {
  const shown = useShown(file)
  const narrow = useNarrow()
  if (shown === undefined) return <Skeleton className='pdf' />
  if (!narrow && navigator.pdfViewerEnabled) {
    const { paper, viewer } = layout(shown.pages)
    return (
      <div className='paper' data-stale={stale || undefined} style={paper}>
        <iframe title={title} style={viewer} src={`${shown.address}#toolbar=0&navpanes=0&view=FitH`} />
      </div>
    )
  }
  return (
    <Button component='a' href={shown.address} target='_blank' variant='default' fullWidth size='md' leftSection={<ExternalLink size={16} />}>
      {open}
    </Button>
  )
}

interface Size { width: number, height: number }

function useShown (file: Blob | undefined): { address: string, pages: readonly Size[] } | undefined {
  const [shown, setShown] = useState<{ address: string, pages: readonly Size[] }>()
  useEffect(() => {
    if (!file) return undefined
    const address = URL.createObjectURL(file)
    let isCurrent = true
    void file.text().then((source) => { if (isCurrent) setShown({ address, pages: pagesIn(source) }) })
    return () => {
      isCurrent = false
      URL.revokeObjectURL(address)
    }
  }, [file])
  return shown
}

const pixelsPerPoint = 96 / 72
const letter: Size = { width: 612 * pixelsPerPoint, height: 792 * pixelsPerPoint }

/** The pages' sizes in pixels, as their boxes say (ISO 32000-1, 7.7.3.3); one letter where no box can be read. */
function pagesIn (source: string): readonly Size[] {
  const boxes = [...source.matchAll(/\/MediaBox\s*\[\s*([-\d.\s]+)\]/g)].map(([, box = '']) => box.trim().split(/\s+/).map(Number))
  const pages = boxes.map(([left = 0, bottom = 0, right = 0, top = 0]) => ({
    width: (right - left) * pixelsPerPoint, height: (top - bottom) * pixelsPerPoint
  }))
  return pages.length > 0 && pages.every(({ width, height }) => width > 0 && height > 0) ? pages : [letter]
}

/** What Chromium's viewer leaves dark around each page, in the page's pixels, with a pixel more for rounding. */
const edge = { left: 6, right: 6, top: 4, bottom: 8 }
const mostWhole = 3

/** The paper is as wide as its pages, or as there is room, and whole; the viewer is larger by its dark edges, which are cut off. */
function layout (pages: readonly Size[]): { paper: CSSProperties, viewer: CSSProperties } {
  const width = Math.max(...pages.map((page) => page.width)) - 2
  const whole = pages.slice(0, mostWhole)
  const height = whole.reduce((sum, page) => sum + page.height + 10, 0) - 12
  const percent = (part: number, of: number) => `${part / of * 100}%`
  return {
    paper: { width, aspectRatio: `${width} / ${height}` },
    viewer: {
      left: percent(-edge.left, width), width: percent(width + edge.left + edge.right, width),
      top: percent(-edge.top, height), height: percent(height + edge.top + edge.bottom + 4, height)
    }
  }
}
