import { dayText } from '@portal/contracts/date-text'
import { certificateFileName, getIncomeCertificate, getStatement, statementFileName } from '@portal/contracts/statement'
import type { FastifyReply } from 'fastify'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { contentDisposition } from '../../http/download.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { servePage } from '../../http/page.ts'
import { consumeAddressBudgets } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { certificatePage, openFacts, sealFacts, toInitials } from './certificate-check.ts'
import { incomeSum, readIncomeCertificate, readStatement } from './service.ts'
import { writePdf } from './write-pdf.ts'

/** Limits all documents of this process, which has other requests to serve. With a full queue the response is 503. */
const limitDocuments = limitConcurrency(1, { queueLimit: 20 })

/** For an address. A code of our own cannot be guessed, and its check needs no database. */
const MISSES_PER_HOUR = 120

export function statementRoutes(app: App, { db, settings }: AppDependencies): void {
  const { operatorName, origin, vaultKeys } = settings

  route(app, getStatement, async ({ user, query, reply }) => {
    const { restaurant, file } = await limitDocuments(async () => {
      const statement = await readStatement(db, user.id, query)
      return { restaurant: statement.restaurant, file: await writePdf('statement', statement) }
    }, user.id)
    const asciiName = `statement-${dayText(query.from)}-${dayText(query.to)}.pdf`
    return sendPdf(reply, file, statementFileName({ ...query, restaurant }), asciiName)
  })

  route(app, getIncomeCertificate, async ({ user, query: { year }, reply }) => {
    const file = await limitDocuments(async () => {
      const certificate = await readIncomeCertificate(db, user.id, year)
      const { number, holder, phone, months } = certificate
      const facts = { number, initials: toInitials(holder), phoneEnd: phone.slice(-4), income: incomeSum(months) }
      const code = sealFacts(vaultKeys, facts)
      return await writePdf('certificate', certificate, {
        operatorName,
        checkUrl: `${origin}${app.prefix}/certificate?c=${code}`,
      })
    }, user.id)
    return sendPdf(reply, file, certificateFileName(year), `income-certificate-${year}.pdf`)
  })

  servePage(app, '/certificate', async ({ c: code }, { ip }) => {
    const facts = typeof code === 'string' ? openFacts(vaultKeys, code) : undefined
    if (!facts) await consumeAddressBudgets(db, 'certificate', ip, MISSES_PER_HOUR)
    return certificatePage(facts, operatorName)
  })
}

function sendPdf(reply: FastifyReply, file: Buffer, name: string, asciiName: string): FastifyReply {
  return reply.type('application/pdf').header('content-disposition', contentDisposition(name, asciiName)).send(file)
}
