import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../web/api-client.ts'
import { showSuccess } from '../../../web/outcome-toasts.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type BankConnection, disconnectBank, removeBank } from '../contract.ts'
import { bankConnectionQuery, refreshBanking } from './banking-api.ts'
import { accountsText, disconnectText, removeText } from './banking-text.ts'

interface EndBankDialogProps {
  connection: BankConnection
  action: 'disconnect' | 'remove'
  open: boolean
  onOpenChange: (open: boolean) => void
}

const actions = {
  disconnect: { verb: 'Disconnect', busy: 'Disconnecting...', done: 'Bank disconnected' },
  remove: { verb: 'Remove', busy: 'Removing...', done: 'Bank removed' },
}

/** Explains what happens to the transactions of a bank, then disconnects or removes it. */
export function EndBankDialog({ connection, action, open, onOpenChange }: EndBankDialogProps) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  // Fetched each time the dialog opens: a sync may have added transactions.
  const facts = useQuery({ ...bankConnectionQuery(connection.id), enabled: open, staleTime: 0 })
  const { verb, busy, done } = actions[action]

  async function end() {
    setIsBusy(true)
    try {
      const params = { id: connection.id }
      if (action === 'disconnect') await call(disconnectBank, { params })
      else await call(removeBank, { params })
      showSuccess(done, connection.institutionName)
      onOpenChange(false)
      await Promise.all([refreshBanking(client), client.invalidateQueries({ queryKey: ['transactions'] })])
    } catch (error) {
      showToast({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Nothing was changed. Please try again.',
        tone: 'error',
      })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="danger"
      title={`${verb} ${connection.institutionName}?`}
      description={
        action === 'disconnect'
          ? 'The access to this bank is given back.'
          : 'The access to this bank is given back, and its accounts are deleted here.'
      }
      confirmLabel={verb}
      busy={isBusy}
      busyLabel={busy}
      onConfirm={facts.data ? () => void end() : undefined}
    >
      {facts.data ? (
        <div className="flex flex-col gap-2 text-sm">
          <p>{accountsText(facts.data.accounts)}</p>
          <p className="font-medium">
            {action === 'disconnect'
              ? disconnectText(facts.data.transactions, facts.data.pending)
              : removeText(facts.data.transactions)}
          </p>
        </div>
      ) : facts.isError ? (
        <p role="alert" className="text-sm">
          What belongs to it could not be loaded. Nothing was changed. Please try again.
        </p>
      ) : (
        <Spinner label="Counting its transactions..." />
      )}
    </ConfirmDialog>
  )
}
