import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keyFingerprint, prepareDirectory, publicKeyText } from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { readNamed, reasonOf } from '../../read-file.ts';
import type { Io } from '../run/io.ts';

/** `assay keygen`: writes a new pair of Ed25519 keys; only the owner can read the private one. Never overwrites a file. */
export async function keygen(file: string, io: Io): Promise<number> {
  const [privateFile, publicFile] = [file, `${file}.pub`];
  for (const path of [privateFile, publicFile])
    if (existsSync(path)) throw new UserError(`Cannot write key ${path}: it exists. Name another with --out FILE.`);
  await prepareDirectory(dirname(file));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  write(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    write(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    rmSync(privateFile);
    throw error;
  }
  io.stdout.write(
    `${privateFile}      private key: keep it, and sign with \`assay check --sign ${privateFile}\`\n${publicFile}  public key: give it to those who verify\nfingerprint ${keyFingerprint(publicKeyText(publicKey))}\n`,
  );
  return 0;
}

function write(path: string, text: string | Buffer, mode: number): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    throw new UserError(`Cannot write key ${path}: ${reasonOf(error)}. Name another with --out FILE.`);
  }
}

/** Reads a private key for signing. Throws UserError for any other file, without its content. */
export function readPrivateKey(file: string): KeyObject {
  const pem = readPem(file);
  if (/-----BEGIN PUBLIC KEY-----/.test(pem))
    throw keyError(file, 'it holds a public key', 'Give the private one, which `assay keygen --out FILE` wrote there');
  return ed25519(file, () => createPrivateKey(pem));
}

/** Reads the public key of the expected signer. */
export function readPublicKey(file: string): KeyObject {
  const pem = readPem(file);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw keyError(file, 'it holds a private key', 'Give the public one, FILE.pub, and keep the private one secret');
  return ed25519(file, () => createPublicKey(pem));
}

function ed25519(file: string, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw keyError(file, 'it holds no key in PEM, or one behind a passphrase', MAKE_ONE);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw keyError(file, `it holds a key of type ${key.asymmetricKeyType}, not Ed25519`, MAKE_ONE);
}

const MAKE_ONE = 'Make a pair with `assay keygen --out FILE`';

const readPem = (file: string): string => readNamed('use key', file).toString();

const keyError = (file: string, why: string, next: string): UserError =>
  new UserError(`Cannot use key ${file}: ${why}. ${next}.`);
