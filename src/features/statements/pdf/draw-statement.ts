import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { createPdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { drawFooters } from '../../invoices/pdf/draw-footers.ts'
import { type TableContent, drawRows } from '../../invoices/pdf/draw-table.ts'
import { drawTop } from '../../invoices/pdf/draw-top.ts'
import { createPdfFlow } from '../../invoices/pdf/pdf-flow.ts'
import { type PdfLook, pdfLookOf } from '../../invoices/pdf/pdf-style.ts'
import type { SheetFacts } from '../../invoices/pdf/pdf-top.ts'
import { drawTotals, layOutSums } from '../../invoices/pdf/pdf-totals.ts'
import type { StatementDocument } from '../contract.ts'
import {
  ageRows,
  closingRow,
  overdueMinorOf,
  periodText,
  rowLabel,
  standingText,
  summaryRows,
  testNote,
} from '../rules.ts'
import type { StatementDrawing } from './statement-pdf.ts'

/** Draws the PDF. Every amount comes from the document. */
export async function drawStatement({ statement, image }: StatementDrawing): Promise<Buffer> {
  const { company } = statement
  const look = pdfLookOf(statement)
  const title = `Statement ${periodText(statement)}`
  const pdf = createPdfDocument({ title, author: company.name, language: 'en-US' }, look.paper)
  const flow = createPdfFlow(pdf, look)
  const status = overdueMinorOf(statement) > 0 ? 'overdue' : 'pending'
  drawTop(flow, { invoice: { ...statement, status }, facts: factsOf(statement), logo: image })
  const sums = layOutSums(look, {
    rows: ageRows(statement),
    due: closingRow(statement),
    schedule: null,
    notes: [testNote(statement)],
  })
  drawRows(flow, tableOf(statement, look), sums.height)
  flow.makeRoom(sums.height)
  drawTotals(flow, sums, false)
  drawFooters(flow, company.name, title)
  return await pdf.finish()
}

function factsOf(statement: StatementDocument): SheetFacts {
  const { label, value } = closingRow(statement)
  return {
    title: 'Statement',
    number: periodText(statement),
    clientLabel: 'To',
    status: null,
    facts: summaryRows(statement),
    due: { label, amount: value, until: standingText(statement) },
  }
}

function tableOf(statement: StatementDocument, { sizes }: PdfLook): TableContent {
  const { from, to, rows, openingMinor, closingMinor } = statement
  const text = (words: string, bold = false) => layOutText(words, { size: sizes.text, bold })
  const money = (minor: number, bold = false) => text(formatMoney(minor, statement), bold)
  const none = text('')
  const dates = new Map([from, to, ...rows.map(({ on }) => on)].map((day) => [day, text(formatDate(day))]))
  const row = (on: string, description: string, figures: TableContent['rows'][number]['figures']) => ({
    lead: dates.get(on) ?? none,
    description,
    figures,
  })
  return {
    leadName: 'Date',
    names: ['Amount', 'Balance'],
    rows: [
      row(from, 'Opening balance', [none, money(openingMinor, true)]),
      ...rows.map((one) =>
        row(one.on, rowLabel(one), [money(one.amountMinor), money(one.balanceMinor, true)]),
      ),
      row(to, 'Closing balance', [none, money(closingMinor, true)]),
    ],
  }
}
