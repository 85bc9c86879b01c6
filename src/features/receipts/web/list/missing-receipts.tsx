import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Upload } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { call } from '../../../../web/api-client.ts'
import { FileButton } from '../../../../web/files/file-button.tsx'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../../web/ui/show-more.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { twoLineRows } from '../../../../web/ui/two-line-rows.ts'
import { useMay } from '../../../auth/web/session.ts'
import type { Expense } from '../../../expenses/contract.ts'
import { attachReceipt } from '../../contract.ts'
import { missingReceiptsQuery, refreshReceipts } from '../receipt-api.ts'
import { receiptTypes, sendReceipt, uploadProblem } from '../upload/send-receipt.ts'

/** Expenses without a receipt, from the amount in the settings on. */
export function MissingReceipts() {
  const list = useInfiniteQuery(missingReceiptsQuery)
  const expenses = list.data?.pages.flatMap((page) => page.expenses) ?? []
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">Expenses without a receipt</h2>
        <Button asChild variant="secondary" size="sm">
          <Link to="/transactions/receipts">All receipts</Link>
        </Button>
      </div>
      <ListContent
        list={list}
        failure={{ title: 'Failed to load expenses. Please try again.', text: 'Your expenses are safe.' }}
        isEmpty={list.isSuccess && expenses.length === 0}
        empty={
          <EmptyState
            icon={CircleCheck}
            title="Nothing is missing"
            text="Every expense that should have a receipt has one."
          />
        }
      >
        <DataTable
          caption="Expenses without a receipt"
          columns={columns}
          rows={expenses}
          rowKey={({ id }) => id}
          loading={list.isPending}
          framed={false}
          className={twoLineRows.table}
        />
      </ListContent>
      <ShowMore list={list} className="self-center" />
    </>
  )
}

const columns: ReadonlyArray<Column<Expense>> = [
  {
    key: 'date',
    header: 'Date',
    className: `${twoLineRows.firstDetail} whitespace-nowrap`,
    cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
  },
  {
    key: 'category',
    header: 'Category',
    primary: true,
    className: twoLineRows.title,
    cell: ({ id, category }) => (
      <Link to="/expenses/$id/edit" params={{ id }} className={textLink}>
        {category}
      </Link>
    ),
  },
  {
    key: 'notes',
    header: 'Notes',
    className: `as-table:w-full ${twoLineRows.detail}`,
    cell: ({ notes }) => <span className="own-words line-clamp-1 wrap-anywhere">{notes || '—'}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: twoLineRows.figure,
    cell: (expense) => <span className="font-semibold">{formatMoney(expense.amountMinor, expense)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    className: `as-table:w-px ${twoLineRows.control}`,
    cell: (expense) => <AddToExpense expense={expense} />,
  },
]

function AddToExpense({ expense }: { expense: Expense }) {
  const { id, category, amountMinor, date } = expense
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const receipt = await sendReceipt(file, newRequestId())
      await call(attachReceipt, { params: { id: receipt.id }, body: { kind: 'expense', targetId: id } })
    },
    onSuccess: () => {
      showSuccess('Receipt Added', `It is filed under ${category}, ${formatMoney(amountMinor, expense)}.`)
      return refreshReceipts(client)
    },
    onError: (error) => showError('The receipt could not be added', uploadProblem(error).text),
  })
  return (
    useMay('money.write') && (
      <FileButton
        icon={Upload}
        accept={receiptTypes}
        variant="ghost"
        size="sm"
        className="as-table:-mx-3 as-cards:min-h-11 as-cards:px-0"
        aria-label={`Add receipt for ${category}, ${formatMoney(amountMinor, expense)}, ${formatDate(date)}`}
        busy={adding.isPending}
        busyLabel="Adding..."
        onFiles={([file]) => file && adding.mutate(file)}
      >
        Add receipt
      </FileButton>
    )
  )
}
