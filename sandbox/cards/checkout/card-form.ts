import { html } from 'hono/html'
import type { Markup } from '../../pages/page-shell.ts'
import type { CardInput } from '../payments/payment-methods.ts'
import { testCards } from './test-cards.ts'

export type CardErrors = Partial<Record<'number' | 'expiry' | 'cvc', string>>

/** The values that may be shown again. The number and the CVC must be typed each time. */
export interface CardValues {
  expiry?: string
  name?: string
}

interface Field {
  name: 'number' | 'expiry' | 'cvc' | 'name'
  label: string
  placeholder?: string
  numeric?: boolean
  maxLength: number
  value?: string | undefined
  error?: string | undefined
  focus?: boolean
  optional?: boolean
}

function renderField(field: Field): Markup {
  const { name, label, error, optional } = field
  return html`<div class="field">
    <label for="card-${name}">${label}${optional && html` <span>Optional</span>`}</label>
    <input
      id="card-${name}"
      name="${name}"
      value="${field.value ?? ''}"
      placeholder="${field.placeholder ?? ''}"
      inputmode="${field.numeric ? 'numeric' : 'text'}"
      maxlength="${field.maxLength}"
      autocomplete="off"
      spellcheck="false"
      ${!optional && html`aria-required="true"`}
      ${error && html`aria-invalid="true" aria-describedby="card-${name}-error"`}
      ${field.focus && html`autofocus`}
    />
    ${
      error &&
      html`<p class="error-text" id="card-${name}-error">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" />
          <path d="M12 8v4m0 4h.01" />
        </svg>
        <span>${error}</span>
      </p>`
    }
  </div>`
}

/** Renders the fields of a card for use in a form. The first invalid field gets the focus. */
export function renderCardFields({
  values = {},
  errors = {},
}: { values?: CardValues | undefined; errors?: CardErrors | undefined } = {}): Markup {
  const firstInvalid = (['number', 'expiry', 'cvc'] as const).find((name) => errors[name])
  const field = (name: Field['name'], rest: Omit<Field, 'name' | 'error' | 'focus'>) =>
    renderField({
      name,
      focus: name === firstInvalid,
      error: name === 'name' ? undefined : errors[name],
      ...rest,
    })
  return html`${field('number', {
      label: 'Card number',
      placeholder: '4242 4242 4242 4242',
      numeric: true,
      maxLength: 30,
    })}
    <div class="pair">
      ${field('expiry', {
        label: 'Expiration date',
        placeholder: 'MM / YY',
        numeric: true,
        maxLength: 9,
        value: values.expiry,
      })}
      ${field('cvc', { label: 'CVC', placeholder: '123', numeric: true, maxLength: 4 })}
    </div>
    ${field('name', { label: 'Name on card', maxLength: 100, value: values.name, optional: true })}
    ${renderTestCards()}`
}

function renderTestCards(): Markup {
  return html`<details class="test-cards" open>
    <summary>Test cards</summary>
    <ul class="rows">
      ${testCards.map(
        (card) =>
          html`<li class="between">
            <span class="figure">${card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
            <span class="muted">${card.effect}</span>
          </li>`,
      )}
    </ul>
    <p class="small muted">Any future expiration date and any CVC work.</p>
  </details>`
}

type ReadCard = { values: CardValues } & (
  | { card: CardInput; errors?: undefined }
  | { card?: undefined; errors: CardErrors }
)

/** Parses the card form. A number that is not a test card's never leaves this function. */
export function readCard(form: URLSearchParams, now: Date): ReadCard {
  const number = (form.get('number') ?? '').replaceAll(/[\s-]/g, '')
  const values = {
    expiry: (form.get('expiry') ?? '').trim().slice(0, 9),
    name: (form.get('name') ?? '').trim().slice(0, 100),
  }
  const testCard = testCards.find((card) => card.number === number)
  const expiry = readExpiry(values.expiry, now)
  const errors: CardErrors = {}
  if (!number) errors.number = 'Enter a card number.'
  else if (!testCard) errors.number = 'Use one of the test cards below. Never type a real card number here.'
  if (typeof expiry === 'string') errors.expiry = expiry
  if (!/^\d{3,4}$/.test((form.get('cvc') ?? '').trim())) errors.cvc = 'Enter the 3- or 4-digit code.'
  if (!testCard || typeof expiry === 'string' || errors.cvc) {
    // Users may type a number into the wrong field, so long digits are not shown again there either.
    return { errors, values: withoutNumbers(values) }
  }
  const { outcome, brand } = testCard
  return { card: { outcome, brand, last4: number.slice(-4), ...expiry }, values: withoutNumbers(values) }
}

function withoutNumbers(values: { expiry: string; name: string }): CardValues {
  return {
    expiry: values.expiry.replaceAll(/\D/g, '').length > 6 ? '' : values.expiry,
    name: values.name.replaceAll(/\D/g, '').length > 6 ? '' : values.name,
  }
}

function readExpiry(text: string, now: Date): { expMonth: number; expYear: number } | string {
  const [, month, year] =
    /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$|^(\d{2})(\d{2})$/.exec(text)?.filter(Boolean) ?? []
  const expMonth = Number(month)
  if (!month || !year || expMonth < 1 || expMonth > 12) return 'Enter the date as MM / YY.'
  const expYear = Number(year.length === 2 ? `20${year}` : year)
  const monthsLeft = (expYear - now.getUTCFullYear()) * 12 + expMonth - 1 - now.getUTCMonth()
  if (monthsLeft < 0) return 'This date is in the past.'
  if (expYear > now.getUTCFullYear() + 50) return 'Enter the date as MM / YY.'
  return { expMonth, expYear }
}
