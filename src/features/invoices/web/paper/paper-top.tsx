import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { askedNowOf } from '../../document/movement-rules.ts'
import {
  clientLabel,
  contactSeparator,
  documentFacts,
  dueLabel,
  partyText,
} from '../../document/row-rules.ts'
import { classicAreas, classicPosition } from './classic-areas.ts'
import { dueOrPaidText, isLate } from './due-text.ts'
import { PaperHeader } from './paper-header.tsx'
import { PaperHeading } from './paper-heading.tsx'

interface TopProps {
  invoice: InvoiceDocument
}

/** Everything above the lines: title, sender, client and facts, each where the PDF of the look has it. */
export function PaperTop({ invoice }: TopProps) {
  if (invoice.style.look === 'classic') return <ClassicTop invoice={invoice} />
  return invoice.style.look === 'modern' ? <ModernTop invoice={invoice} /> : <CompactTop invoice={invoice} />
}

function ClassicTop({ invoice }: TopProps) {
  const areas = classicAreas[classicPosition(invoice)]
  return (
    <div
      className={classNames(
        'flex flex-col gap-6 @lg/paper:grid @lg/paper:grid-cols-[minmax(0,1fr)_minmax(0,17rem)] @lg/paper:gap-x-8 @lg/paper:gap-y-3',
        areas.rows,
      )}
    >
      <PaperHeader invoice={invoice} />
      <div className="grid gap-6 @md/paper:grid-cols-2 @lg/paper:contents">
        <Party
          side="company"
          invoice={invoice}
          headingClass="sr-only"
          // Below the logo it is smaller.
          nameClass={classicPosition(invoice) === 'left' ? '' : 'text-base @lg/paper:text-xl'}
          className={classNames('@lg/paper:col-start-1', areas.sender)}
        />
        <Party
          side="client"
          invoice={invoice}
          className={classNames('@lg/paper:col-start-1 @lg/paper:mt-3', areas.last)}
        />
      </div>
      <Facts
        invoice={invoice}
        listClass={classNames(
          'grid grid-cols-2 gap-x-4 gap-y-3 border-y border-border py-4 @md/paper:grid-cols-4 @lg/paper:col-start-2 @lg/paper:flex @lg/paper:flex-col @lg/paper:gap-1 @lg/paper:border-0 @lg/paper:py-0 @lg/paper:[&_dt]:text-sm',
          areas.facts,
        )}
        factClass="@lg/paper:flex @lg/paper:justify-between @lg/paper:gap-4 @lg/paper:[&_dt]:max-w-3/5"
        valueClass="@lg/paper:text-right"
      />
      {/* Hidden from screen readers: the sums below contain the amount too. */}
      <div
        aria-hidden
        className={classNames(
          'hidden self-start rounded-md bg-(--paper-tint) px-4 py-3 @lg/paper:col-start-2 @lg/paper:mt-3 @lg/paper:block',
          areas.last,
        )}
      >
        <p className="text-muted">{dueLabel(invoice)}</p>
        <p className={classNames('text-2xl font-bold tracking-tight tabular-nums', dueColour(invoice))}>
          {formatMoney(askedNowOf(invoice), invoice)}
        </p>
        <p className={isLate(invoice) ? 'text-negative' : 'text-foreground'}>{dueOrPaidText(invoice)}</p>
      </div>
    </div>
  )
}

function ModernTop({ invoice }: TopProps) {
  return (
    <>
      <PaperHeader invoice={invoice} />
      <div className="grid gap-6 @md/paper:grid-cols-2">
        <Party
          side="company"
          invoice={invoice}
          headingClass="sr-only"
          nameClass="text-xs text-(--paper-accent)!"
          className="@md/paper:order-last"
        />
        <Party side="client" invoice={invoice} />
      </div>
      <Facts
        invoice={invoice}
        listClass="grid grid-cols-2 gap-x-4 gap-y-3 rounded-md bg-(--paper-tint) px-4 py-3.5 @md/paper:grid-cols-4"
        valueClass="mt-0.5 font-semibold"
      />
    </>
  )
}

function CompactTop({ invoice }: TopProps) {
  return (
    <>
      <PaperHeader invoice={invoice} />
      <div className="grid gap-x-6 gap-y-3 @md/paper:grid-cols-2 @2xl/paper:grid-cols-3">
        <Party
          side="company"
          invoice={invoice}
          headingClass="sr-only"
          // Without a logo, the name is at the top.
          nameClass={invoice.logo ? '' : 'sr-only'}
        />
        <Party side="client" invoice={invoice} />
        <div className="flex flex-col gap-0.5 @md/paper:max-@2xl/paper:col-span-2">
          <Facts
            invoice={invoice}
            listClass="flex flex-col gap-0.5"
            factClass="flex justify-between gap-4 [&_dt]:max-w-3/5"
            valueClass="text-right"
          />
          <div aria-hidden>
            <p
              className={classNames('flex justify-between gap-4 font-bold tabular-nums', dueColour(invoice))}
            >
              <span>{dueLabel(invoice)}</span>
              {formatMoney(askedNowOf(invoice), invoice)}
            </p>
            <p className={classNames('text-right', isLate(invoice) ? 'text-negative' : 'text-muted')}>
              {dueOrPaidText(invoice)}
            </p>
          </div>
        </div>
      </div>
    </>
  )
}

const dueColour = ({ status }: InvoiceDocument) =>
  status === 'paid' ? 'text-positive' : 'text-(--paper-accent)'

interface FactsProps extends TopProps {
  listClass: string
  factClass?: string
  valueClass: string
}

function Facts({ invoice, listClass, factClass, valueClass }: FactsProps) {
  return (
    <dl className={listClass}>
      {documentFacts(invoice).map((fact) => (
        <div key={fact.key} className={classNames('min-w-0', factClass)}>
          <dt className="shrink-0 text-xs wrap-anywhere text-muted">{fact.label}</dt>
          <dd className={classNames('own-words font-medium wrap-anywhere text-foreground', valueClass)}>
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface PartyProps extends TopProps {
  side: 'company' | 'client'
  headingClass?: string
  nameClass?: string
  className?: string
}

function Party({ side, invoice, headingClass = '', nameClass, className }: PartyProps) {
  const { text, contacts } = partyText(invoice, side)
  return (
    <section className={classNames('min-w-0 wrap-anywhere', className)}>
      <PaperHeading className={headingClass}>
        {side === 'company' ? 'From' : clientLabel(invoice)}
      </PaperHeading>
      <p className={classNames('own-words font-semibold text-foreground', nameClass)}>{invoice[side].name}</p>
      <p className="own-words whitespace-pre-wrap text-muted">{text}</p>
      {/* The separator has the width of the margin, so that it is cut off where a contact begins a line. */}
      <p className="overflow-clip text-muted">
        <span className="-ml-5 flex flex-wrap">
          {contacts.map((contact, index) => (
            <span key={contact} className="flex min-w-0">
              <span className="w-5 shrink-0 text-center whitespace-pre">{index > 0 && contactSeparator}</span>
              <span className="own-words min-w-0">{contact}</span>
            </span>
          ))}
        </span>
      </p>
    </section>
  )
}
