import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import type { Flow } from '../../invoices/pdf/pdf-flow.ts'
import type { PdfLook } from '../../invoices/pdf/pdf-style.ts'
import { alignedX, fitLogo } from '../../invoices/pdf/pdf-top.ts'
import { reportFacts } from '../report-text-rules.ts'
import type { ReportDocument } from './read-report-document.ts'

const barHeights = { classic: 6, compact: 4 } as const
/** Around the logo on the band of the modern look. */
const plate = 7

/** Logo, business, title and period: on a band in the modern look, below a bar in the others. */
export function drawReportTop(flow: Flow, document: ReportDocument, image: PdfImage | null): void {
  const { pdf, look } = flow
  const { paper, sheet, colors, name } = look
  const isBand = name === 'modern'
  const logo = image && layOutLogo(look, image)
  const texts = layOutTexts(look, document, sheet.width - (logo?.widthBeside ?? 0))
  const start = isBand ? 28 : sheet.top
  const textsTop = start + (logo?.heightAbove ?? 0)
  const bottom = Math.max(
    start + (logo?.height ?? 0),
    texts.reduce((y, { block, gap }) => y + block.height + gap, textsTop),
  )
  const height = isBand ? bottom + 22 : barHeights[name]
  pdf.paint({ x: 0, y: 0, width: paper.width, height }, colors.fill)
  if (image && logo) {
    const { x, width, padding } = logo
    if (isBand) pdf.paint({ x, y: start, width, height: logo.height }, colors.white, 5)
    const picture = { width: width - 2 * padding, height: logo.height - 2 * padding }
    pdf.image(image.bytes, { ...picture, x: x + padding, y: start + padding })
  }
  let y = textsTop
  for (const { block, color, gap } of texts) {
    pdf.text(block, { x: sheet.left, y, color, width: sheet.width, align: 'left' })
    y += block.height + gap
  }
  flow.y = bottom + (isBand ? 22 : 0) + look.gap
}

/** A logo on the right stands beside the texts, others above them. */
function layOutLogo(look: PdfLook, image: PdfImage) {
  const padding = look.name === 'modern' ? plate : 0
  const fitted = fitLogo(image, look)
  const width = fitted.width + 2 * padding
  const height = fitted.height + 2 * padding
  const isBeside = look.logoPosition === 'right'
  return {
    x: alignedX(look.logoPosition, width, look),
    width,
    height,
    padding,
    widthBeside: isBeside ? width + 24 : 0,
    heightAbove: isBeside ? 0 : height + 12,
  }
}

function layOutTexts(look: PdfLook, { report, company }: ReportDocument, width: number) {
  const { sizes, colors, name } = look
  const onBand = name === 'modern' ? colors.onFill : null
  const bold = { bold: true, width }
  return [
    { text: company.name, style: { ...bold, size: sizes.name }, color: colors.ink, gap: 2 },
    { text: report.title, style: { ...bold, size: sizes.title }, color: colors.accent, gap: 2 },
    { text: report.periodLabel, style: { ...bold, size: sizes.name }, color: colors.ink, gap: 2 },
    {
      text: reportFacts(report).join('  ·  '),
      style: { size: sizes.text, width },
      color: colors.muted,
      gap: 0,
    },
  ].map(({ text, style, color, gap }) => ({ block: layOutText(text, style), color: onBand ?? color, gap }))
}
