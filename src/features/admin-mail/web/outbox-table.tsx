import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import { type OutboxMail, sendMailAgain } from '../contract.ts'
import { followMail, refreshAdminMail } from './admin-mail-api.ts'
import { mailKindText, reasonText, stateLabels } from './mail-text.ts'

interface OutboxTableProps {
  mails: readonly OutboxMail[]
  loading: boolean
  empty: ReactNode
  error: ReactNode
}

export function OutboxTable({ mails, loading, empty, error }: OutboxTableProps) {
  const timeZone = useTimeZone()
  return (
    <DataTable
      caption="Outbox"
      columns={[...columns, whenColumn(timeZone), againColumn]}
      rows={mails}
      rowKey={({ id }) => id}
      loading={loading}
      empty={empty}
      error={error}
      framed={false}
    />
  )
}

const nameId = (mail: OutboxMail) => `mail-${mail.id}`

const columns: ReadonlyArray<Column<OutboxMail>> = [
  {
    key: 'kind',
    header: 'Email',
    primary: true,
    cell: (mail) => {
      const about = mail.businessName === null ? mail.subject : `From ${mail.businessName}`
      return (
        <div id={nameId(mail)} className="as-table:max-w-64 as-table:min-w-36">
          {mailKindText(mail.kind)}
          {about !== null && (
            <p className="own-words text-xs font-normal wrap-anywhere text-muted">{about}</p>
          )}
        </div>
      )
    },
  },
  {
    key: 'to',
    header: 'Recipient',
    cell: ({ to }) => (
      <span className="wrap-anywhere as-table:inline-block as-table:max-w-64 as-table:min-w-44">{to}</span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'as-cards:flex-wrap',
    cell: (mail) => <State mail={mail} />,
  },
]

const stateBadges = {
  queued: { tone: 'neutral', icon: Clock },
  held: { tone: 'attention', icon: Hourglass },
  failed: { tone: 'negative', icon: CircleX },
  sent: { tone: 'positive', icon: CircleCheck },
} as const

function State({ mail }: { mail: OutboxMail }) {
  const { tone, icon } = stateBadges[mail.state]
  const reason = reasonText(mail)
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {stateLabels[mail.state]}
      </Badge>
      {reason !== null && (
        <p className="w-full text-left text-xs wrap-anywhere text-muted as-cards:pb-1 as-table:mt-1 as-table:min-w-48">
          {reason}
        </p>
      )}
    </>
  )
}

function whenColumn(timeZone: string): Column<OutboxMail> {
  return {
    key: 'when',
    header: 'When',
    cell: ({ createdAt, sentAt }) => {
      const at = sentAt ?? createdAt
      return (
        <time dateTime={at} className="text-muted as-table:inline-block as-table:min-w-28">
          {formatMoment(timeZone, at, 'seconds')}
        </time>
      )
    },
  }
}

const againColumn: Column<OutboxMail> = {
  key: 'again',
  header: 'Actions',
  hideHeader: true,
  className: 'as-table:w-px as-cards:mr-0! as-cards:mb-0! as-cards:empty:hidden',
  cell: (mail) => mail.canSendAgain && <SendAgain mail={mail} />,
}

function SendAgain({ mail }: { mail: OutboxMail }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(sendMailAgain, { params: { id: mail.id } }),
    onSuccess: () => {
      showSuccess('Email Queued', `It will be sent to ${mail.to} again.`)
      // Usually the mail is sent at once. If its state cannot be read, the list refreshes later anyway.
      void followMail(mail.id, mail.attempts).then(
        () => refreshAdminMail(client),
        () => undefined,
      )
    },
    onError: (error) =>
      showError('Not Sent Again', messageOf(error, 'The email couldn’t be queued. Please try again.')),
    // A refusal means that the state shown here is out of date.
    onSettled: () => refreshAdminMail(client),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      className="whitespace-nowrap"
      aria-describedby={nameId(mail)}
      busy={sending.isPending}
      busyLabel="Sending..."
      onClick={() => sending.mutate()}
    >
      Send again
    </Button>
  )
}
