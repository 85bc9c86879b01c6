import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfText {
  text: string
  x: number
  /** The distance from the top of the page. */
  y: number
  width: number
}

export interface PdfPage {
  width: number
  height: number
  items: PdfText[]
  /** The texts of each line, from left to right. */
  lines: string[]
  annotations: { subtype: string; url: string | undefined }[]
}

export interface ReadPdf {
  pages: PdfPage[]
  text: string
  title: unknown
  author: unknown
  language: string | null
  hasScripts: boolean
}

/** Parses a PDF with an independent reader. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, disableFontFace: true })
  const pdf = await loading.promise
  try {
    const pages: PdfPage[] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const [, , width = 0, height = 0] = page.view
      const { items: found } = await page.getTextContent({ disableNormalization: true })
      const items = found.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                x: Number(item.transform[4]),
                y: height - Number(item.transform[5]),
                width: item.width,
              },
            ]
          : [],
      )
      const annotations: { subtype: string; url?: string }[] = await page.getAnnotations()
      pages.push({
        width,
        height,
        items,
        lines: toLines(items),
        annotations: annotations.map(({ subtype, url }) => ({ subtype, url })),
      })
    }
    const { info }: { info: object } = await pdf.getMetadata()
    const facts = Object.fromEntries<unknown>(Object.entries(info))
    const scripts = await pdf.getJSActions()
    return {
      pages,
      text: pages.flatMap((page) => page.lines).join('\n'),
      title: facts.Title,
      author: facts.Author,
      language: typeof facts.Language === 'string' ? facts.Language : null,
      hasScripts:
        scripts !== null || (await pdf.getOpenAction()) !== null || (await pdf.getAttachments()) !== null,
    }
  } finally {
    await loading.destroy()
  }
}

function toLines(items: readonly PdfText[]): string[] {
  const heights = [...new Set(items.map(({ y }) => Math.round(y)))].toSorted((a, b) => a - b)
  return heights.map((height) =>
    items
      .filter(({ y }) => Math.round(y) === height)
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text.trim())
      .join(' '),
  )
}
