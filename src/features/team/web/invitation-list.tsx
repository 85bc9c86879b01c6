import { type RefObject, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { roleLabels } from '../../../shared/roles.ts'
import { call } from '../../../web/api-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { type Invitation, type Team, renewInvitation, withdrawInvitation } from '../contract.ts'
import { useTeamChange } from './team-api.ts'

interface InvitationListProps {
  team: Team
  timeZone: string
  /** Gets the focus when the withdrawn invitation is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Who was invited and has not joined. */
export function InvitationList({ team, timeZone, focusAfter }: InvitationListProps) {
  // Apart from whether the dialog is open, so that it keeps its text while it closes.
  const [selected, setSelected] = useState<Invitation>()
  const [isAsking, setIsAsking] = useState(false)
  const renewal = useTeamChange({
    send: ({ id }: Invitation) => call(renewInvitation, { params: { id } }),
    done: ({ email }) => ({
      title: 'Invitation Sent',
      description: `${email} gets a new link. The one before no longer works.`,
    }),
    failure: 'Invitation Not Sent',
  })
  const withdrawal = useTeamChange({
    send: ({ id }: Invitation) => call(withdrawInvitation, { params: { id } }),
    done: ({ email }) => ({
      title: 'Invitation Withdrawn',
      description: `The link that ${email} got no longer works.`,
    }),
    failure: 'Could Not Withdraw',
    onDone: () => setIsAsking(false),
  })
  const day = (moment: string) => formatDate(dateIn(timeZone, new Date(moment)))
  return (
    <section aria-labelledby="invitations" className="mt-4 border-t border-border pt-4">
      <h3 id="invitations" className="text-sm font-semibold text-foreground">
        Invited
      </h3>
      <ul className="divide-y divide-border">
        {team.invitations.map((invitation) => {
          const { id, email, role, invitedBy, sentAt, expiresAt, isExpired } = invitation
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 last:pb-0">
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-foreground">
                  <span className="wrap-anywhere">{email}</span>
                  <Badge>{roleLabels[role]}</Badge>
                  {isExpired && <Badge tone="attention">Expired</Badge>}
                </p>
                <p className="text-sm text-muted">
                  {invitedBy === '' ? 'Invited' : `Invited by ${invitedBy}`} on {day(sentAt)}
                </p>
                <p className="text-sm text-muted">
                  {isExpired
                    ? `The link worked until ${day(expiresAt)}.`
                    : `The link works until ${day(expiresAt)}.`}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {team.seats !== 'none' && (
                  <Button
                    variant="secondary"
                    size="sm"
                    busy={renewal.isPending && renewal.variables.id === id}
                    busyLabel="Sending..."
                    aria-label={`Renew the invitation of ${email}`}
                    onClick={() => renewal.mutate(invitation)}
                  >
                    Renew
                  </Button>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Withdraw the invitation of ${email}`}
                  onClick={() => {
                    setSelected(invitation)
                    setIsAsking(true)
                  }}
                >
                  Withdraw
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        fallbackFocus={focusAfter}
        title="Withdraw the invitation?"
        description={`The link in the email to ${selected?.email ?? 'them'} stops working.`}
        confirmLabel="Withdraw"
        tone="danger"
        busy={withdrawal.isPending}
        busyLabel="Withdrawing..."
        onConfirm={() => selected && withdrawal.mutate(selected)}
      />
    </section>
  )
}
