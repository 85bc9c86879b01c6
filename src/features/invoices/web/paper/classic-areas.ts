import type { InvoiceDocument } from '../../contract.ts'

type Position = InvoiceDocument['style']['logoPosition'] | 'none'

/** Returns where the logo is. Without a logo, the chosen position has no effect. */
export function classicPosition({ logo, style }: InvoiceDocument): Position {
  return logo ? style.logoPosition : 'none'
}

interface Areas {
  rows: string
  logo: string
  title: string
  facts: string
  sender: string
  /** The client and the amount due. */
  last: string
}

/** The rows of the classic look's top, as in its PDF: the sender on the left, title and facts on the right. */
export const classicAreas: Record<Position, Areas> = {
  none: {
    rows: '@lg/paper:grid-rows-[auto_1fr_auto]',
    logo: '',
    title: '@lg/paper:row-start-1',
    facts: '@lg/paper:row-start-2',
    sender: '@lg/paper:row-span-2 @lg/paper:row-start-1',
    last: '@lg/paper:row-start-3',
  },
  left: {
    rows: '@lg/paper:grid-rows-[auto_1fr_auto]',
    logo: '@lg/paper:col-start-1 @lg/paper:row-start-1',
    title: '@lg/paper:row-start-1',
    facts: '@lg/paper:row-start-2',
    sender: '@lg/paper:row-start-2',
    last: '@lg/paper:row-start-3',
  },
  center: {
    rows: '@lg/paper:grid-rows-[auto_auto_1fr_auto]',
    logo: '@lg/paper:col-span-2 @lg/paper:row-start-1 @lg/paper:justify-self-center',
    title: '@lg/paper:row-start-2',
    facts: '@lg/paper:row-start-3',
    sender: '@lg/paper:row-span-2 @lg/paper:row-start-2',
    last: '@lg/paper:row-start-4',
  },
  right: {
    rows: '@lg/paper:grid-rows-[auto_auto_1fr_auto]',
    logo: '@lg/paper:col-start-2 @lg/paper:row-start-1 @lg/paper:justify-self-end',
    title: '@lg/paper:row-start-2',
    facts: '@lg/paper:row-start-3',
    sender: '@lg/paper:row-span-3 @lg/paper:row-start-1',
    last: '@lg/paper:row-start-4',
  },
}
