// lexrank.js of npm on the texts of a JSON file: CPU milliseconds of each, in the order that bench_cold.py asks for.
import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {pathToFileURL} from 'node:url'

const [folder, file] = process.argv.slice(2)
const {default: lexrank} = await import(pathToFileURL(createRequire(`${folder}/`).resolve('lexrank.js')))
const timed = (text) => {
  const before = process.cpuUsage()
  lexrank(text)
  const spent = process.cpuUsage(before)
  return (spent.user + spent.system) / 1000
}
console.log(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).map((texts) => texts.map(timed))))
