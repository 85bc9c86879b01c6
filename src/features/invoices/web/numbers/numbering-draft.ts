import { z } from 'zod'
import type { RequestOf } from '../../../../shared/endpoint.ts'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { pick } from '../../../../shared/pick.ts'
import {
  type DraftStorage,
  readTabDraft,
  removeTabDraft,
  writeTabDraft,
} from '../../../../web/forms/tab-draft.ts'
import { type Numbering, saveNumbering } from '../../numbers/contract.ts'
import { creditNoteFormat, exampleNumber, formatNumber, maxNextNumber } from '../../numbers/number-rules.ts'

const settingKeys = ['style', 'prefix', 'withYear', 'padding', 'scope', 'creditNotePrefix'] as const

export type NumberingDraft = Pick<Numbering, (typeof settingKeys)[number]> & {
  /** As typed; null while the owner leaves it as it is. */
  nextNumber: string | null
}

export function draftOf(saved: Numbering): NumberingDraft {
  return { ...pick(saved, settingKeys), nextNumber: null }
}

/** Returns the next number of the sequence that the draft chooses. */
function nextOf({ withYear }: NumberingDraft, { next }: Numbering): number {
  return withYear ? next.withYear : next.withoutYear
}

/** Returns the text of the field for the next number. */
export function nextNumberText(draft: NumberingDraft, saved: Numbering): string {
  return draft.nextNumber ?? String(nextOf(draft, saved))
}

/** Whether the numbers of all invoices come from one sequence, so that there is one next number. */
export function hasNextNumber({ style, scope }: NumberingDraft): boolean {
  return style === 'sequence' && scope === 'business'
}

/** Returns the next number that was typed; null if it is the current one anyway. */
function typedNext(draft: NumberingDraft, saved: Numbering): number | null {
  if (!hasNextNumber(draft) || draft.nextNumber === null) return null
  const typed = draft.nextNumber.trim()
  const number = /^\d+$/.test(typed) ? Number(typed) : NaN
  return number === nextOf(draft, saved) ? null : number
}

export function isChanged(draft: NumberingDraft, saved: Numbering): boolean {
  return settingKeys.some((key) => draft[key] !== saved[key]) || typedNext(draft, saved) !== null
}

export function toBody(draft: NumberingDraft, saved: Numbering): RequestOf<typeof saveNumbering>['body'] {
  return { ...draft, nextNumber: typedNext(draft, saved) }
}

export function problemsOf(draft: NumberingDraft, saved: Numbering): FieldErrors {
  const { error } = saveNumbering.body.safeParse(toBody(draft, saved))
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

/** "Next invoice: INV-2026-0042", while the owner types; empty while a field that it is made from has an error. */
export function previewText(draft: NumberingDraft, saved: Numbering, problems: FieldErrors): string {
  if (problems['prefix'] ?? problems['nextNumber']) return ''
  const typed = typedNext(draft, saved)
  const next = typed === null || Number.isNaN(typed) ? nextOf(draft, saved) : typed
  const example = exampleNumber(draft, { year: saved.year, next })
  return hasNextNumber(draft) ? `Next invoice: ${example}` : `For example: ${example}`
}

/** "INV-2026-0043 to INV-2026-0049 will not be used."; undefined if the next number leaves no gap. */
export function skippedText(draft: NumberingDraft, saved: Numbering): string | undefined {
  const typed = typedNext(draft, saved)
  const next = nextOf(draft, saved)
  // A sequence without any number begins wherever its owner likes.
  if (typed === null || !(typed > next && typed <= maxNextNumber) || next === 1) return undefined
  const numberOf = (running: number) => formatNumber(draft, { code: null, year: saved.year }, running)
  const skipped = typed - next > 1 ? `${numberOf(next)} to ${numberOf(typed - 1)}` : numberOf(next)
  return `${skipped} will not be used.`
}

export function creditNoteText(draft: NumberingDraft, { year, nextCreditNote }: Numbering): string {
  const format = creditNoteFormat(draft)
  const next = format.withYear ? nextCreditNote.withYear : nextCreditNote.withoutYear
  const number = formatNumber(format, { code: null, year }, next)
  return `Credit notes are always in sequence. Next credit note: ${number}`
}

// Less strict than the contract: a draft with errors is kept too.
const storedSchema = z.object({
  numbering: z.object({
    style: z.enum(['random', 'sequence']),
    prefix: z.string(),
    withYear: z.boolean(),
    padding: z.int(),
    scope: z.enum(['business', 'client']),
    creditNotePrefix: z.string(),
    nextNumber: z.string().nullable(),
  }),
})

function keyOf(draftOwner: string): string {
  return `unsaved-numbering:${draftOwner}`
}

export function readNumberingDraft(
  draftOwner: string,
  storage?: DraftStorage | null,
): NumberingDraft | undefined {
  return readTabDraft(keyOf(draftOwner), storedSchema, storage)?.numbering
}

/** Keeps a draft for after a reload or a new sign-in; undefined deletes it. */
export function keepNumberingDraft(
  draftOwner: string,
  draft: NumberingDraft | undefined,
  storage?: DraftStorage | null,
): void {
  if (draft) writeTabDraft(keyOf(draftOwner), { numbering: draft }, storage)
  else removeTabDraft(keyOf(draftOwner), storage)
}
