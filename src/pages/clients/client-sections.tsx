import type { ComponentType } from 'react'
import type { ClientAccount } from '../../features/clients/contract.ts'
import { ClientDetails } from '../../features/clients/web/client-details.tsx'
import { ClientNotes } from '../../features/clients/web/client-notes.tsx'
import { ClientInvoices } from '../../features/invoices/web/client/client-invoices.tsx'
import { ClientTimeline } from '../../features/invoices/web/client/client-timeline.tsx'
import { ClientMessages } from '../../features/portal/web/owner/client-messages.tsx'
import { PortalCard } from '../../features/portal/web/owner/portal-card.tsx'
import { ProposalCard } from '../../features/portal/web/owner/proposal-card.tsx'
import { ClientRemindersSwitch } from '../../features/reminders/web/client-reminders-switch.tsx'

export type ClientSection = ComponentType<{ client: ClientAccount }>

/** What the page of a client shows, in order: on a wide screen beside each other, on a narrow one the main ones first. */
export const mainSections: readonly ClientSection[] = [
  ProposalCard,
  ClientInvoices,
  ClientMessages,
  ClientTimeline,
]
export const sideSections: readonly ClientSection[] = [DetailsSection, PortalCard, ClientNotes]

function DetailsSection({ client }: { client: ClientAccount }) {
  return (
    <ClientDetails client={client}>
      <ClientRemindersSwitch clientId={client.id} optedOut={client.noReminders} />
    </ClientDetails>
  )
}
