import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Receipt as ReceiptIcon, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { DropHere } from '../../../../web/files/drop-here.tsx'
import { useDroppedFiles } from '../../../../web/files/use-dropped-files.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { showError } from '../../../../web/ui/toast.ts'
import { ProBadge } from '../../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../../business/web/business-api.ts'
import { reclaimsTax } from '../../../expenses/tax-rules.ts'
import type { ExpenseFormValues } from '../../../expenses/web/expense-form-values.ts'
import type { TaxRate } from '../../../taxes/contract.ts'
import { taxRatesQuery } from '../../../taxes/web/tax-rate-api.ts'
import type { Receipt } from '../../contract.ts'
import { ReceiptThumbnail } from '../list/receipt-thumbnail.tsx'
import { AddReceiptButtons } from '../upload/add-receipt-buttons.tsx'
import { sendReceipt, uploadProblem } from '../upload/send-receipt.ts'
import { filledFromReceipt } from './filled-from-receipt.ts'

const noRates: readonly TaxRate[] = []

interface ReceiptOfExpenseProps {
  /** The receipt that the address names. */
  id: string | undefined
  /** Undefined until it is loaded. */
  receipt: Receipt | undefined
}

/** At the top of a new expense: takes a receipt, and fills the form in from it. */
export function ReceiptOfExpense({ id, receipt }: ReceiptOfExpenseProps) {
  const navigate = useNavigate({ from: '/expenses/new' })
  const isLocked = useIsLocked('receipts')
  const name = (next: string | undefined) =>
    navigate({ search: { receipt: next }, replace: true, resetScroll: false })
  const adding = useMutation({
    mutationFn: (file: File) => sendReceipt(file, newRequestId()),
    onSuccess: (added) => name(added.id),
    onError: (error) => showError('The receipt could not be added', uploadProblem(error).text),
  })
  const canAdd = !isLocked && id === undefined && !adding.isPending
  const take = (file: File | undefined) => file && adding.mutate(file)
  const isOver = useDroppedFiles(canAdd, ([file]) => take(file))
  useFill(receipt)

  return (
    <Card aria-labelledby="add-receipt" className="p-4 sm:px-6">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-3">
        {receipt ? (
          <ReceiptThumbnail
            receipt={receipt}
            className="h-14 w-11 shrink-0 rounded-md border border-border"
          />
        ) : (
          <span className="flex h-14 w-11 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
            {adding.isPending || id !== undefined ? (
              <Spinner />
            ) : (
              <ReceiptIcon aria-hidden className="size-5" />
            )}
          </span>
        )}
        <div className="min-w-40 flex-1 text-sm">
          <h2 id="add-receipt" className="flex items-center gap-2 font-semibold">
            {id === undefined ? 'Add a receipt' : 'Receipt'} {isLocked && <ProBadge />}
          </h2>
          <output className="text-muted">
            {adding.isPending ? 'Uploading…' : <StateText id={id} receipt={receipt} />}
          </output>
        </div>
        {isLocked ? (
          <Button variant="secondary" disabled>
            Choose a file
          </Button>
        ) : id !== undefined ? (
          <Button variant="ghost" size="sm" onClick={() => void name(undefined)}>
            <X aria-hidden />
            Without receipt
          </Button>
        ) : (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&_button]:flex-1">
            <AddReceiptButtons primary={false} single onPhoto={take} onFiles={([file]) => take(file)} />
          </div>
        )}
      </div>
      {isOver && <DropHere />}
    </Card>
  )
}

function StateText({ id, receipt }: ReceiptOfExpenseProps) {
  if (id === undefined) return 'Its amount, date and merchant are filled in for you.'
  if (!receipt || receipt.state === 'waiting') return 'Reading…'
  const link = (
    <Link to="/transactions/receipts/$id" params={{ id }} className={textLink}>
      See the receipt
    </Link>
  )
  if (receipt.state === 'unreadable') return <>It could not be read. {link}</>
  if (receipt.expense) return <>It already has an expense. {link}</>
  return <>Filled in. It is filed with the expense. {link}</>
}

/** Fills in the fields that the user has not touched, once, when the receipt has been read. */
function useFill(receipt: Receipt | undefined) {
  const { getValues, setValue, clearErrors, formState } = useFormContext<ExpenseFormValues>()
  const { defaultValues } = formState
  const { data, isError } = useQuery({ ...taxRatesQuery, enabled: receipt !== undefined })
  const { data: business } = useQuery(businessQuery)
  // Without the rates, only the rate of a tax stays empty.
  const saved = data?.taxRates ?? (isError ? noRates : undefined)
  const rates = business && !reclaimsTax(business) ? null : business && saved
  const filled = useRef<string>(undefined)
  const fill = useEffectEvent((read: Receipt, known: readonly TaxRate[] | null) => {
    if (filled.current === read.id) return
    filled.current = read.id
    const values = filledFromReceipt(read, getValues(), defaultValues as ExpenseFormValues, known)
    const names = Object.keys(values) as (keyof ExpenseFormValues)[]
    for (const name of names) setValue(name, values[name] ?? null, { shouldDirty: true })
    clearErrors(names)
  })
  useEffect(() => {
    if (receipt?.state === 'read' && receipt.expense === null && rates !== undefined) fill(receipt, rates)
  }, [receipt, rates])
}
