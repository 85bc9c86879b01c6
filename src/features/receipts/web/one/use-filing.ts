import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatMoney } from '../../../../shared/money.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { nullIfNotFound } from '../../../../web/null-if-not-found.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { deleteExpense } from '../../../expenses/contract.ts'
import { refreshExpenses } from '../../../expenses/web/expense-api.ts'
import * as contract from '../../contract.ts'
import type { FiledUnder, Receipt } from '../../contract.ts'
import { receiptQuery, showReceipt } from '../receipt-api.ts'
import { filedUnderText } from '../receipt-text.ts'
import { toExpenseBody, toReceiptBody } from './receipt-field-values.ts'
import type { ReceiptFields } from './use-receipt-fields.ts'

type Action =
  | { kind: 'save' | 'add' | 'decline' | 'read-again' }
  | { kind: 'attach'; target: Pick<FiledUnder, 'kind' | 'id'> }
  | { kind: 'detach'; from: FiledUnder['kind'] }

interface FilingOptions {
  /** The receipt is filed: the page goes on to the next one. */
  onFiled: () => Promise<unknown>
  /** What was filed is taken back: the page returns to it. */
  onUndone: (receipt: Receipt) => Promise<unknown>
}

/** What can be done with a receipt, one thing at a time. Changed fields are saved along with it. */
export function useFiling(receipt: Receipt, fields: ReceiptFields, { onFiled, onUndone }: FilingOptions) {
  const client = useQueryClient()
  const { id } = receipt
  const request = useRef({ body: '', id: '' })

  async function saveFields(): Promise<Receipt> {
    const body = { ...toReceiptBody(fields.values), version: receipt.version }
    const saved = await call(contract.updateReceipt, { params: { id }, body })
    fields.clear()
    return saved
  }

  async function addExpense(): Promise<Receipt> {
    const body = toExpenseBody(fields.values)
    const text = JSON.stringify(body)
    // Another try of the same expense must not add it twice.
    if (request.current.body !== text) request.current = { body: text, id: newRequestId() }
    const added = await call(contract.createExpenseOfReceipt, {
      params: { id },
      body: { ...body, requestId: request.current.id },
    })
    return added.receipt
  }

  async function perform(action: Action): Promise<Receipt> {
    switch (action.kind) {
      case 'save':
        return saveFields()
      case 'add':
        if (fields.isDirty) await saveFields()
        return addExpense()
      case 'attach': {
        if (fields.isDirty) await saveFields()
        const { kind, id: targetId } = action.target
        return call(contract.attachReceipt, { params: { id }, body: { kind, targetId } })
      }
      case 'detach':
        return call(contract.detachReceipt, { params: { id }, body: { kind: action.from } })
      case 'decline':
        return call(contract.detachReceipt, { params: { id }, body: { kind: 'suggestion' } })
      case 'read-again':
        return call(contract.readReceiptAgain, { params: { id } })
    }
  }

  /** Takes back what was just filed. An expense that was added for it goes as well. */
  async function undo(action: Action, filed: Receipt) {
    try {
      if (action.kind === 'add' && filed.expense)
        await call(deleteExpense, { params: { id: filed.expense.id } }).catch(nullIfNotFound)
      else if (action.kind === 'attach')
        await call(contract.detachReceipt, { params: { id }, body: { kind: action.target.kind } })
      const now = await client.fetchQuery({ ...receiptQuery(id), staleTime: 0 })
      showReceipt(client, now)
      void refreshExpenses(client)
      await onUndone(now)
    } catch (error) {
      showError('This could not be undone', messageOf(error, 'Please try again.'))
    }
  }

  const filing = useMutation({
    mutationFn: perform,
    onSuccess: async (filed, action) => {
      showReceipt(client, filed)
      if (action.kind === 'save') showSuccess('Receipt Saved')
      if (action.kind !== 'add' && action.kind !== 'attach') return
      if (action.kind === 'add') void refreshExpenses(client)
      showToast({
        ...filedText(action, filed),
        tone: 'success',
        action: { label: 'Undo', onPress: () => void undo(action, filed) },
      })
      await onFiled()
    },
    onError: (error) => {
      if (error instanceof ApiError) fields.showErrors(error.fields)
      if (error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE')
        void client.invalidateQueries({ queryKey: receiptQuery(id).queryKey })
      showError('Error', messageOf(error, 'This did not work. Please try again.'))
    },
  })

  const busy = filing.isPending ? filing.variables.kind : null
  return {
    busy,
    run(action: Action) {
      const needsFields = action.kind === 'save' || action.kind === 'add' || action.kind === 'attach'
      if (busy === null && (!needsFields || fields.check(action.kind === 'add'))) filing.mutate(action)
    },
  }
}

function filedText(action: Action, { expense, transaction }: Receipt) {
  if (action.kind === 'add' && expense)
    return {
      title: 'Expense Added',
      description: `${formatMoney(expense.amountMinor, expense)} for ${expense.category}.`,
    }
  const target = expense ?? transaction
  return { title: 'Receipt Attached', description: target ? `${filedUnderText(target)}.` : undefined }
}
