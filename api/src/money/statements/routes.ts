import { dayText } from '@portal/contracts/date-text'
import { certificateFileName, getIncomeCertificate, getStatement, statementFileName } from '@portal/contracts/statement'
import type { FastifyReply } from 'fastify'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { contentDisposition } from '../../http/download.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { route } from '../../http/route.ts'
import { writeIncomeCertificate } from './certificate-pdf.ts'
import { readIncomeCertificate, readStatement } from './service.ts'
import { writeStatement } from './statement-pdf.ts'

/** Limits all documents of this process, which has other requests to serve. With a full queue the response is 503. */
const limitDocuments = limitConcurrency(1, { queueLimit: 20 })

export function statementRoutes(app: App, { db }: AppDependencies): void {
  route(app, getStatement, async ({ user, query, reply }) => {
    const { restaurant, doc } = await limitDocuments(async () => {
      const statement = await readStatement(db, user.id, query)
      return { restaurant: statement.restaurant, doc: await writeStatement(statement) }
    }, user.id)
    const asciiName = `statement-${dayText(query.from)}-${dayText(query.to)}.pdf`
    return sendPdf(reply, doc, statementFileName({ ...query, restaurant }), asciiName)
  })

  route(app, getIncomeCertificate, async ({ user, query: { year }, reply }) => {
    const doc = await limitDocuments(
      async () => writeIncomeCertificate(await readIncomeCertificate(db, user.id, year)),
      user.id,
    )
    return sendPdf(reply, doc, certificateFileName(year), `income-certificate-${year}.pdf`)
  })
}

function sendPdf(reply: FastifyReply, doc: NodeJS.ReadableStream, name: string, asciiName: string): FastifyReply {
  return reply.type('application/pdf').header('content-disposition', contentDisposition(name, asciiName)).send(doc)
}
