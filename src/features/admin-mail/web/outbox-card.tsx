import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Card, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import type { MailSetup, OutboxMail } from '../contract.ts'
import { pollIntervalMs, outboxQuery } from './admin-mail-api.ts'
import { countText, stateLabels } from './mail-text.ts'
import { OutboxTable } from './outbox-table.tsx'
import { useFirstRows } from './use-first-rows.ts'

type State = OutboxMail['state'] | undefined

const filters: ReadonlyArray<{ value: State; label: string }> = [
  { value: undefined, label: 'All' },
  ...(['queued', 'held', 'failed', 'sent'] as const).map((value) => ({ value, label: stateLabels[value] })),
]

const emptyTitles = {
  all: 'No email yet',
  queued: 'No email is queued',
  held: 'No email is waiting',
  failed: 'No email has failed',
  sent: 'No email has been sent yet',
}

export function OutboxCard({ setup }: { setup: MailSetup | undefined }) {
  const counts = setup?.counts
  const [state, setState] = useState<State>()
  const list = useInfiniteQuery({
    ...outboxQuery(state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      ((counts?.queued ?? 0) > 0 ||
        (data?.pages.some(({ mails }) => mails.some((mail) => mail.state === 'queued')) ?? false)) &&
      pollIntervalMs,
  })
  const { rows, more } = useFirstRows(list.data?.pages.flatMap(({ mails }) => mails) ?? [], list)
  return (
    <Card aria-labelledby="outbox">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="outbox">Outbox</CardTitle>
        <CardDescription>
          Where each email goes and its status, not its content. {counts && countText(counts)}
          {setup?.transport.kind === 'mailbox' && ' Sent means saved in the built-in mailbox.'}
        </CardDescription>
        <Segmented
          legend="Status"
          value={state}
          options={filters}
          onValueChange={setState}
          className="mt-3 sm:w-fit"
        />
      </CardHeader>
      <OutboxTable
        mails={rows}
        loading={list.isPending}
        empty={
          <EmptyState
            icon={MailCheck}
            className="pt-4! pb-10!"
            title={emptyTitles[state ?? 'all']}
            text={
              state === 'held'
                ? 'Email to clients waits here if its sender hasn’t confirmed an address or is suspended.'
                : 'Every email is listed here with its status.'
            }
          />
        }
        error={
          list.isError && !list.data ? (
            <ErrorState
              className="pt-4! pb-10!"
              title="The outbox could not be loaded"
              text="Email is still being sent. Check your connection and try again."
              query={list}
            />
          ) : undefined
        }
      />
      <div className="flex justify-center border-t border-border p-4 empty:hidden">
        <ShowMore list={more} />
      </div>
    </Card>
  )
}
