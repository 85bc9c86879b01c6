import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { withChange } from '../../../../web/lists/list-url-state.ts'
import type { Receipt, listReceipts } from '../../contract.ts'
import { isToCheck } from '../fields-to-check.ts'
import { receiptListQuery, receiptQuery } from '../receipt-api.ts'
import type { ReceiptUrlState } from '../receipt-url-state.ts'

type Page = ResponseOf<typeof listReceipts>

/** The receipts before and after one in the list that it was opened from. */
export function useNeighbors(id: string, urlState: ReceiptUrlState) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery(receiptListQuery(urlState))
  // A receipt that is filed may leave the list. Its neighbors stay where they were.
  const [position, setPosition] = useState<{ page: Page; index: number }>()
  const index = data?.receipts.findIndex((receipt) => receipt.id === id) ?? -1
  if (data && index !== -1 && position?.page !== data) setPosition({ page: data, index })

  const receipts = position?.page.receipts ?? []
  const at = position?.index ?? -1

  async function open(receipt: Receipt, search: ReceiptUrlState) {
    // Shown at once, and loaded again if it is older than that.
    client.setQueryData(receiptQuery(receipt.id).queryKey, (known) => known ?? receipt)
    await navigate({ to: '/transactions/receipts/$id', params: { id: receipt.id }, search })
  }

  async function go(step: 1 | -1) {
    if (!position) return
    const beside = receipts[at + step]
    if (beside) return open(beside, urlState)
    const cursor = step === 1 ? position.page.next : position.page.previous
    if (cursor === null) return undefined
    const turned = withChange(urlState, step === 1 ? { after: cursor } : { before: cursor })
    const page = await client.fetchQuery(receiptListQuery(turned)).catch(() => null)
    const first = step === 1 ? page?.receipts[0] : page?.receipts.at(-1)
    return first && open(first, turned)
  }

  useReceiptKeys((step) => void go(step))

  return {
    goToNext: () => void go(1),
    goToPrevious: () => void go(-1),
    hasNext: Boolean(position && (receipts[at + 1] ?? position.page.next)),
    hasPrevious: Boolean(position && (receipts[at - 1] ?? position.page.previous)),
    /** Opens the next receipt that is to be checked. Without one, this one stays. */
    async goOn() {
      const next = [...receipts.slice(at + 1), ...receipts.slice(0, Math.max(0, at))].find(
        (receipt) => receipt.id !== id && isToCheck(receipt),
      )
      if (next) await open(next, urlState)
    },
    openReceipt: (receipt: Receipt) => open(receipt, urlState),
  }
}

const keys: Record<string, 1 | -1> = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 }

/** The arrow keys, and J and K, unless something on the page needs them. */
function useReceiptKeys(onStep: (step: 1 | -1) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = keys[event.key]
    if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isNeeded =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [role=menu], [role$=dialog], [data-zoomed]')
    if (isNeeded || document.querySelector('[role$=dialog]')) return
    event.preventDefault()
    onStep(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
