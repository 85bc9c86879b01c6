import type { ComponentType } from 'react'
import { AttachmentsCard } from '../../features/attachments/web/attachments-card.tsx'
import { ClientTimeSection } from '../../features/billable/web/client-time-section.tsx'
import type { ClientAccount } from '../../features/clients/contract.ts'
import { ClientDetails } from '../../features/clients/web/client-details.tsx'
import { ClientNotes } from '../../features/clients/web/client-notes.tsx'
import { ClientEstimates } from '../../features/estimates/web/list/client-estimates.tsx'
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
  ClientEstimates,
  TimeSection,
  ClientMessages,
  ClientTimeline,
]
export const sideSections: readonly ClientSection[] = [DetailsSection, PortalCard, ClientNotes, FilesSection]

function TimeSection({ client }: { client: ClientAccount }) {
  return <ClientTimeSection clientId={client.id} />
}

function FilesSection({ client }: { client: ClientAccount }) {
  return <AttachmentsCard kind="client" id={client.id} description="Only you see them." />
}

function DetailsSection({ client }: { client: ClientAccount }) {
  return (
    <ClientDetails client={client}>
      <ClientRemindersSwitch clientId={client.id} optedOut={client.noReminders} />
    </ClientDetails>
  )
}
