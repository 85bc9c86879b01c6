import { type TextBlock, layOutText } from '../../../platform/pdf/text-layout.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { Flow } from './pdf-flow.ts'
import type { PdfLook } from './pdf-style.ts'

export interface PartyBlock {
  name: TextBlock | null
  rest: TextBlock
  height: number
}

const maxLines = 6

/** Lays out a sender or client. `nameSize` is null if the name is shown elsewhere. */
export function layOutParty(
  party: InvoiceDocument['company'],
  { sizes }: PdfLook,
  { width, nameSize }: { width: number; nameSize: number | null },
): PartyBlock {
  const { contactName, address, email, phone } = party
  const contacts = [email, phone].filter((text) => text !== '')
  const lines = [
    contactName,
    compactAddress(address),
    contacts.join(contacts.join('').length < 46 ? '  ·  ' : '\n'),
  ]
  const rest = lines.filter((line) => line !== '').join('\n')
  const name = nameSize === null ? null : layOutText(party.name, { size: nameSize, bold: true, width })
  const details = layOutText(rest, { size: sizes.text, width })
  return { name, rest: details, height: (name ? name.height + 3 : 0) + details.height }
}

/** Limits the number of lines of an address: further lines are joined with commas. */
function compactAddress(address: string): string {
  const lines = address.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  const [kept, others] = [filled.slice(0, maxLines - 1), filled.slice(maxLines - 1)]
  return [...kept, others.join(', ')].filter((line) => line !== '').join('\n')
}

export function drawParty(
  flow: Flow,
  party: PartyBlock,
  { x, y, nameColor }: { x: number; y: number; nameColor: string },
): void {
  if (party.name) flow.pdf.text(party.name, { x, y, color: nameColor })
  const below = party.name ? party.name.height + 3 : 0
  flow.pdf.text(party.rest, { x, y: y + below, color: flow.look.colors.muted })
}
