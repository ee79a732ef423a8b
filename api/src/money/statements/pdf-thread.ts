// write-pdf.ts runs this in a thread of its own.
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import { writeIncomeCertificate } from './certificate-pdf.ts'
import { writeStatement } from './statement-pdf.ts'

const writers = { statement: writeStatement, certificate: writeIncomeCertificate }

type Writers = typeof writers
/** The name of a document, and the arguments of its writer. */
export type PdfOrder = { [Name in keyof Writers]: [Name, ...Parameters<Writers[Name]>] }[keyof Writers]

// Linux has a priority for each thread. Elsewhere this would be the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', async (order: PdfOrder) => {
  const doc = order[0] === 'statement' ? writers.statement(order[1]) : writers.certificate(order[1], order[2])
  parentPort?.postMessage(await buffer(doc))
})
