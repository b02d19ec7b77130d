{{- define "steward.selector" -}}
app.kubernetes.io/name: steward
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "steward.labels" -}}
{{ include "steward.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "steward.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "steward.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "steward.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* Settings of the servers and of the migration. */ -}}
{{- define "steward.environment" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      {{- if .Values.cloudNativePg.enabled }}
      name: {{ .Release.Name }}-database-app
      {{- else }}
      name: {{ .Values.database.secretName }}
      {{- end }}
      key: uri
{{- if and .Values.database.pooled (not .Values.cloudNativePg.enabled) }}
- name: STEWARD_DIRECT_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secretName }}
      key: directUri
{{- end }}
{{- if and .Values.database.replica (not .Values.cloudNativePg.enabled) }}
- name: STEWARD_REPLICA_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secretName }}
      key: replicaUri
{{- end }}
- name: STEWARD_SECRETS
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secretsName }}
      key: secrets
- name: SMTP_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.mail.secretName }}
      key: url
- name: MAIL_FROM
  value: {{ .Values.mail.from | quote }}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: STEWARD_TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
- name: STEWARD_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* The root file system is read-only. */ -}}
{{- define "steward.volumes" -}}
- name: data
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- end }}

{{- define "steward.volumeMounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end }}
