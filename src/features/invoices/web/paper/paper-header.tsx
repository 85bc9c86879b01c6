import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { askedNowOf } from '../../document/movement-rules.ts'
import { dueLabel, titleOf } from '../../document/row-rules.ts'
import { EstimateStatusBadge } from '../estimate-status-badge.tsx'
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx'
import { classicAreas, classicPosition } from './classic-areas.ts'
import { dueOrPaidText } from './due-text.ts'

const headers = { classic: ClassicHeader, modern: ModernHeader, compact: CompactHeader }

interface HeaderProps {
  invoice: InvoiceDocument
}

/** The title and the sender. The title comes first for screen readers, wherever it is displayed. */
export function PaperHeader({ invoice }: HeaderProps) {
  const Header = headers[invoice.style.look]
  return <Header invoice={invoice} />
}

// A white plate in dark mode: a dark, transparent logo would be invisible on the dark background.
const plate = 'bg-[light-dark(transparent,#fff)] dark:rounded-md dark:p-2'

/** Its parts are cells of the grid of the sheet's top. In a narrow container they are side by side. */
function ClassicHeader({ invoice }: HeaderProps) {
  const { title, logo } = classicAreas[classicPosition(invoice)]
  const isReversed = invoice.logo && invoice.style.logoPosition === 'left'
  return (
    <header
      className={classNames(
        'flex flex-wrap items-start justify-between gap-6 @lg/paper:contents',
        isReversed && 'flex-row-reverse text-right',
      )}
    >
      <div className={classNames('max-w-full @lg/paper:col-start-2 @lg/paper:text-right', title)}>
        <h2 className="text-2xl font-bold tracking-tight text-(--paper-accent) @lg/paper:text-3xl">
          {titleOf(invoice)}
        </h2>
        <div
          className={classNames(
            'mt-1 flex flex-col flex-wrap gap-x-3 gap-y-1.5 @md/paper:flex-row @md/paper:items-center @lg/paper:flex-row-reverse @lg/paper:justify-start',
            isReversed && 'items-end',
          )}
        >
          <p className="min-w-0 font-semibold wrap-anywhere text-foreground">{invoice.number}</p>
          <StatusBadge invoice={invoice} />
        </div>
      </div>
      <LogoOrName
        invoice={invoice}
        logoClass={classNames(plate, 'max-h-16 max-w-1/2 @lg/paper:max-w-full @2xl/paper:max-h-20', logo)}
        // The name of the sender below is as large.
        nameClass="hidden"
      />
    </header>
  )
}

/** A credit note has no status. */
function StatusBadge({ invoice }: HeaderProps) {
  if (invoice.estimate) return <EstimateStatusBadge standing={invoice.estimate.status} />
  return invoice.creditedInvoice ? null : <InvoiceStatusBadge status={invoice.status} />
}

const alignments = { left: 'self-start', center: 'self-center', right: 'self-end' }

function ModernHeader({ invoice }: HeaderProps) {
  return (
    <header className="-mx-5 -mt-5 flex flex-col gap-5 bg-(--paper-fill) p-5 text-(--paper-on-fill) @md/paper:-mx-8 @md/paper:-mt-8 @md/paper:p-8 @2xl/paper:-mx-12 @2xl/paper:px-12 print:m-0 print:rounded-md print:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h2 className="text-sm font-semibold tracking-normal">{titleOf(invoice)}</h2>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p
              className={classNames(
                'min-w-0 font-bold tracking-tight wrap-anywhere',
                invoice.number.length > 16 ? 'text-xl' : 'text-3xl',
              )}
            >
              {invoice.number}
            </p>
            <StatusBadge invoice={invoice} />
          </div>
        </div>
        {/* Hidden from screen readers: the sums below contain the amount too. */}
        <div aria-hidden className="@md/paper:text-right">
          <p className="text-sm">{dueLabel(invoice)}</p>
          <p className="mt-0.5 text-3xl font-bold tracking-tight tabular-nums">
            {formatMoney(askedNowOf(invoice), invoice)}
          </p>
          <p className="text-sm">{dueOrPaidText(invoice)}</p>
        </div>
      </div>
      <LogoOrName
        invoice={invoice}
        logoClass={classNames(
          'order-first max-h-16 max-w-3/4 rounded-md bg-[#fff] p-2 @2xl/paper:max-h-20',
          alignments[invoice.style.logoPosition],
        )}
        nameClass="order-first text-lg"
      />
    </header>
  )
}

function CompactHeader({ invoice }: HeaderProps) {
  const { logo, style } = invoice
  const position = logo ? style.logoPosition : 'left'
  return (
    <header
      className={classNames(
        'flex gap-x-6 gap-y-2 border-b-2 border-(--paper-accent) pb-2.5',
        // Beside a long number, a name would be broken within words: it stands above.
        position === 'center' ? 'flex-col-reverse' : 'flex-wrap-reverse items-center justify-between',
        position === 'left' && 'flex-row-reverse',
      )}
    >
      <div
        className={classNames(
          'flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 @max-md/paper:flex-col',
          position === 'left' ? '@max-md/paper:items-end' : '@max-md/paper:items-start',
        )}
      >
        <h2 className="text-lg font-bold tracking-tight text-(--paper-accent)">{titleOf(invoice)}</h2>
        <p className="min-w-0 text-lg tracking-tight wrap-anywhere text-foreground @max-md/paper:text-sm">
          {invoice.number}
        </p>
        <StatusBadge invoice={invoice} />
      </div>
      <LogoOrName
        invoice={invoice}
        logoClass={classNames(
          plate,
          'max-h-10 @2xl/paper:max-h-12',
          position === 'center' ? 'self-center' : 'max-w-2/5',
        )}
        nameClass="grow basis-32 text-left text-base text-foreground"
      />
    </header>
  )
}

interface LogoOrNameProps extends HeaderProps {
  logoClass: string
  nameClass: string
}

function LogoOrName({ invoice, logoClass, nameClass }: LogoOrNameProps) {
  const { logo, company } = invoice
  if (logo) return <Logo logo={logo} className={logoClass} />
  return (
    <p dir="auto" className={classNames('min-w-0 font-semibold tracking-tight wrap-anywhere', nameClass)}>
      {company.name}
    </p>
  )
}

function Logo({ logo, className }: { logo: NonNullable<InvoiceDocument['logo']>; className: string }) {
  return (
    <img
      src={logo.url}
      // Decorative: the company name is shown as text below.
      alt=""
      width={logo.width}
      height={logo.height}
      className={classNames('h-auto w-auto min-w-0 object-contain', className)}
    />
  )
}
