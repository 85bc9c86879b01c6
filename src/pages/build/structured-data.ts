import { planNames, plans } from '../../features/billing/rules.ts'
import { placeholders } from '../../shared/installation.ts'
import { productName } from '../../shared/product.ts'

/** What search engines are told about a page, in the words of schema.org. */
export type StructuredData = Readonly<Record<string, unknown>>

export interface Question {
  question: string
  answer: string
}

interface PageFacts {
  path: string
  title: string
  description: string
  /** An address; undefined where there is none yet. */
  image: string | undefined
}

const context = { '@context': 'https://schema.org' }
const currency = 'USD'

export function addressOf(path: string): string {
  return placeholders.origin + path
}

/** The product with what it costs, from the rules that the server enforces. Nobody has rated it, so no rating is told. */
export function softwareApplication({ path, description, image }: PageFacts): StructuredData {
  return {
    ...context,
    '@type': 'SoftwareApplication',
    name: productName,
    url: addressOf(path),
    description,
    ...(image ? { image } : {}),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any, in a web browser',
    offers: planNames.map((name) => {
      const price = (plans[name].monthlyCents / 100).toFixed(2)
      return {
        '@type': 'Offer',
        name: plans[name].label,
        url: addressOf('/pricing'),
        price,
        priceCurrency: currency,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: currency,
          unitText: 'month',
        },
      }
    }),
  }
}

export function faqPage(questions: readonly Question[]): StructuredData {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export function article({ path, title, description, image }: PageFacts): StructuredData {
  return {
    ...context,
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: 'en-US',
    ...(image ? { image } : {}),
    mainEntityOfPage: addressOf(path),
  }
}

export function breadcrumbs(trail: ReadonlyArray<{ path: string; title: string }>): StructuredData {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, title }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: title,
      item: addressOf(path),
    })),
  }
}

/** As an element of the page. It is data, so the security policy lets it be; nothing in it can end the element. */
export function dataScript(data: StructuredData): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
