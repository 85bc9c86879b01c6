import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { May } from '../../../auth/web/may.tsx'
import { refreshClients } from '../../../clients/web/client-api.ts'
import { TakenNotice } from '../../../clients/web/taken-notice.tsx'
import { changedDetails } from '../../details/detail-rules.ts'
import { type ClientPortal, decideClientProposal } from '../../owner/contract.ts'
import { clientPortalQuery } from './client-portal-api.ts'

type Waiting = NonNullable<ClientPortal['proposal']>

/** What a client asked to have changed, old beside new. Nothing is shown while nothing waits. */
export function ProposalCard({ client }: { client: { id: string; companyName: string } }) {
  const { data } = useQuery(clientPortalQuery(client.id))
  return data?.proposal ? (
    <WaitingProposal key={data.proposal.proposal.id} client={client} waiting={data.proposal} />
  ) : null
}

interface WaitingProposalProps {
  client: { id: string; companyName: string }
  waiting: Waiting
}

function WaitingProposal({ client, waiting: { before, proposal } }: WaitingProposalProps) {
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: (decision: 'accept' | 'decline') =>
      call(decideClientProposal, {
        params: { id: client.id },
        body: { proposalId: proposal.id, decision },
      }),
    onSuccess: async (_, decision) => {
      await refreshClients(queries)
      if (decision === 'accept') showSuccess('Client Updated', 'The change was accepted.')
      else showSuccess('Change Declined', 'The details stay as they are.')
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE') await refreshClients(queries)
    },
  })
  const isTaken = deciding.error instanceof ApiError && deciding.error.code === 'EMAIL_TAKEN'
  const isBusy = (decision: 'accept' | 'decline') => deciding.isPending && deciding.variables === decision
  return (
    <Card aria-label="Proposed change" className="border-attention/40!">
      <CardHeader>
        <CardTitle>
          <span className="own-words wrap-anywhere">{client.companyName}</span> asks you to change their
          details
        </CardTitle>
        <CardDescription>Invoices that exist stay as they are. New ones use the new details.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <dl className="flex flex-col gap-3 text-sm">
          {changedDetails(before, proposal.details).map(({ field, label, from, to }) => (
            <div key={field} className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
              <dt className="text-muted">{label}</dt>
              <dd className="own-words wrap-anywhere whitespace-pre-line text-muted">
                <span className="sr-only">Now: </span>
                {from === '' ? '(empty)' : <s>{from}</s>}
              </dd>
              <dd className="own-words font-medium wrap-anywhere whitespace-pre-line text-foreground">
                <span className="sr-only">New: </span>
                {to === '' ? '(empty)' : to}
              </dd>
            </div>
          ))}
        </dl>
        {isTaken && (
          <TakenNotice email={proposal.details.email} title="Another client has this email address already" />
        )}
        {deciding.isError && !isTaken && (
          <Notice tone="error">{messageOf(deciding.error, 'That didn’t work. Please try again.')}</Notice>
        )}
        <May permission="sales.write">
          <div className="flex flex-wrap gap-2">
            <Button
              busy={isBusy('accept')}
              busyLabel="Accepting..."
              disabled={isBusy('decline')}
              onClick={() => deciding.mutate('accept')}
            >
              Accept
            </Button>
            <Button
              variant="secondary"
              busy={isBusy('decline')}
              busyLabel="Declining..."
              disabled={isBusy('accept')}
              onClick={() => deciding.mutate('decline')}
            >
              Decline
            </Button>
          </div>
        </May>
      </CardContent>
    </Card>
  )
}
